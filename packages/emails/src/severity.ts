import type { AlertSeverity } from './props.ts';

/** The gravest first. */
export const severityNames: Readonly<Record<AlertSeverity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};
