import { cx } from '../base/cx.ts';
import { VisuallyHidden } from '../base/labels.tsx';

export type SeverityLevel = 'critical' | 'high' | 'medium' | 'low';

export interface SeverityBadgeProps {
  level: SeverityLevel;
  /** The shape alone, where the word has no room; screen readers get these words. */
  words?: string;
}

const looks = {
  critical: {
    word: 'Critical',
    color: 'text-severity-high',
    shape: <path d="M3 0.4h4L9.6 3v4L7 9.6H3L0.4 7V3z" />,
  },
  high: { word: 'High', color: 'text-severity-high', shape: <path d="M5 0.5L9.6 9H0.4z" /> },
  medium: { word: 'Medium', color: 'text-severity-medium', shape: <path d="M5 0.4L9.6 5L5 9.6L0.4 5z" /> },
  low: { word: 'Low', color: 'text-severity-low', shape: <path d="M0.8 3.5h8.4v3H0.8z" /> },
};

/** The severity of an incident as shape, word and color. */
export function SeverityBadge({ level, words }: SeverityBadgeProps) {
  const { word, color, shape } = looks[level];
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-medium', color)} title={words}>
      <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
        {shape}
      </svg>
      {words === undefined ? word : <VisuallyHidden>{words} </VisuallyHidden>}
    </span>
  );
}
