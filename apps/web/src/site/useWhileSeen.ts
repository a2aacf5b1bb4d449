import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is in the window of a tab that is looked at: only then do figures move and timers run. */
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
