import type { AlertSeverity } from './props.ts';

/** Most severe first. */
export const severityNames: Readonly<Record<AlertSeverity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};
