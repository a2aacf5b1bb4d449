import { type RefObject, useEffect, useState } from 'react';

/** True while an element is in view in a visible tab, so that animations and timers may run. */
export function useWhileSeen(place: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    let inWindow = false;
    const update = () => setSeen(inWindow && document.visibilityState === 'visible');
    const observer = new IntersectionObserver(([entry]) => {
      inWindow = entry?.isIntersecting ?? false;
      update();
    });
    if (place.current) observer.observe(place.current);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [place]);
  return seen;
}
