import { useRef, useState } from 'react';
import { cx } from '../base/cx.ts';
import { VisuallyHidden } from '../base/labels.tsx';
import { prefersReducedMotion } from '../base/reducedMotion.ts';
import { useBeforePaint } from '../base/rendering.ts';
import { formatCount } from './format.ts';

export interface RollingNumberProps {
  value: number | null | undefined;
  /** Formats the number; `1,284` by default. */
  format?: (value: number | null | undefined) => string;
}

interface Roll {
  from: string;
  to: string;
  up: boolean;
}

/** A number whose changed digits roll into place within 200 ms; plain text at rest and under reduced motion. */
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
  // Right-aligned, so that digits of the same place value are compared.
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
