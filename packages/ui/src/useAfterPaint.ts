import { useEffect, useState } from 'react';

/** False until the component has been drawn once: for what nobody can press so soon, and what is dear to make. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    // A callback of the second frame comes once the first has been drawn.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted;
}
