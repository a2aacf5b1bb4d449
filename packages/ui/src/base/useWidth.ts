import { type RefObject, useEffect, useRef, useState } from 'react';

/** The content width of an element in px, kept up to date; null until measured, and on the server. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number | null] {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver((entries) => {
      const box = entries[0]?.contentRect;
      if (box && box.width > 0) setWidth(Math.floor(box.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
