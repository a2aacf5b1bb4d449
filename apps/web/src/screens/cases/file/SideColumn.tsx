import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Space for the bars above, and below the column (px). */
const ABOVE = 96;
const BELOW = 16;

/** A column that stays in view beside a longer one without its own scrolling: if taller than the window, its end stays in view. */
export function SideColumn({ children }: { children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = column.current!;
    const place = () => {
      element.style.top = `${Math.min(ABOVE, window.innerHeight - element.offsetHeight - BELOW)}px`;
    };
    const watch = new ResizeObserver(place);
    watch.observe(element);
    window.addEventListener('resize', place);
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', place);
    };
  }, []);
  return (
    <div ref={column} className="flex flex-col gap-px bg-stroke-subtle [&>*]:outline-0 lg:sticky">
      {children}
    </div>
  );
}
