import { useEffect, useEffectEvent, useState } from 'react';

/** Whole seconds left of `seconds`, counted from mount; calls `onEnd` once at zero. */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (left <= 0) {
      end();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);

  return Math.max(0, left);
}
