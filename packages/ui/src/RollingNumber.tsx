import { useRef, useState } from 'react';
import { cx } from './cx.ts';
import { formatCount } from './format.ts';
import { useBeforePaint } from './useBeforePaint.ts';
import { prefersReducedMotion } from './useReducedMotion.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface RollingNumberProps {
  value: number | null | undefined;
  /** Words for the number; `1,284` by default. */
  format?: (value: number | null | undefined) => string;
}

interface Roll {
  from: string;
  to: string;
  up: boolean;
}

/** A number whose changed digits roll into place within 200 ms; plain text at rest, and always when reduced motion is asked for. */
export function RollingNumber({ value, format = formatCount }: RollingNumberProps) {
  const text = format(value);
  const before = useRef({ text, value });
  const [roll, setRoll] = useState<Roll | null>(null);

  useBeforePaint(() => {
    const from = before.current;
    before.current = { text, value };
    if (from.text === text || from.value == null || value == null || prefersReducedMotion()) return;
    setRoll({ from: from.text, to: text, up: value > from.value });
    const timer = setTimeout(() => setRoll(null), 200);
    return () => clearTimeout(timer);
  }, [text, value]);

  if (!roll || roll.to !== text) return <span>{text}</span>;
  // Aligned at the right, so that a digit is compared with the one of the same weight.
  const shift = text.length - roll.from.length;
  return (
    <span>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span aria-hidden="true" className="inline-flex overflow-clip">
        {Array.from(text, (digit, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the number is its identity.
            key={`${index} ${text}`}
            className={cx(
              roll.from[index - shift] !== digit && (roll.up ? 'animate-roll-up' : 'animate-roll-down'),
            )}
          >
            {digit}
          </span>
        ))}
      </span>
    </span>
  );
}
