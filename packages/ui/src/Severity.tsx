import { cx } from './cx.ts';

export type SeverityLevel = 'high' | 'medium' | 'low';

export interface SeverityProps {
  level: SeverityLevel;
}

const looks = {
  high: { word: 'High', color: 'text-severity-high', shape: <path d="M5 0.5L9.6 9H0.4z" /> },
  medium: { word: 'Medium', color: 'text-severity-medium', shape: <path d="M5 0.4L9.6 5L5 9.6L0.4 5z" /> },
  low: { word: 'Low', color: 'text-severity-low', shape: <path d="M0.8 3.5h8.4v3H0.8z" /> },
};

/** How grave an incident is: triangle, diamond, bar; the colour only repeats the shape and the word. */
export function Severity({ level }: SeverityProps) {
  const { word, color, shape } = looks[level];
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-medium', color)}>
      <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
        {shape}
      </svg>
      {word}
    </span>
  );
}
