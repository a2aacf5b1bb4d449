import type { FailedLogonLogRow } from '@scout/detection';
import { formatCount } from '@scout/ui';

type Averaged = Pick<FailedLogonLogRow, 'averageFailuresPerHour' | 'peakFailuresPerHour'>;

/** The average failures per hour, never 0: less than one for an account with at least one refusal. */
export const averageWords = ({ averageFailuresPerHour }: Averaged): string =>
  averageFailuresPerHour === 0 ? '< 1' : formatCount(averageFailuresPerHour);

/** The same with the peak hour, for copying, export and search: "< 1, peak 345". */
export const averageText = (row: Averaged): string =>
  `${averageWords(row)}, peak ${formatCount(row.peakFailuresPerHour)}`;
