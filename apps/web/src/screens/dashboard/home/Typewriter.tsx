import { useAfterPaint, useReducedMotion } from '@scout/ui';
import { useEffect, useState } from 'react';

const letterMs = 24;
/** Texts already typed since the page was loaded; they are not animated again. */
const written = new Set<string>();

/**
 * A line that is typed out once. It reserves its full size from the start; screen readers and people with reduced motion get the full
 * text at once.
 */
export function Typewriter({ text }: { text: string }) {
  const still = useReducedMotion() || written.has(text);
  const painted = useAfterPaint();
  const [letters, setLetters] = useState(0);
  const shown = still ? text.length : Math.min(letters, text.length);
  const done = shown === text.length;

  useEffect(() => {
    if (done) {
      written.add(text);
      return;
    }
    if (!painted) return;
    const timer = setTimeout(() => setLetters(shown + 1), letterMs);
    return () => clearTimeout(timer);
  }, [done, painted, shown, text]);

  return (
    <>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" data-typewriter={done ? 'done' : 'writing'}>
        {text.slice(0, shown)}
        {!done && <span className="ml-px inline-block h-[1em] w-px translate-y-[0.12em] bg-accent" />}
        <span className="invisible">{text.slice(shown)}</span>
      </span>
    </>
  );
}
