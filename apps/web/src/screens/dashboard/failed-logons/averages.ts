import type { FailedLogonLogRow } from '@scout/detection';
import { formatCount } from '@scout/ui';

type Averaged = Pick<FailedLogonLogRow, 'averageFailuresPerHour' | 'peakFailuresPerHour'>;

/** The average of failures an hour: of an account that was refused at all never 0, but less than one. */
export const averageWords = ({ averageFailuresPerHour }: Averaged): string =>
  averageFailuresPerHour === 0 ? '< 1' : formatCount(averageFailuresPerHour);

/** The same with the hour of most failures, as it is copied, exported and searched: "< 1, peak 345". */
export const averageText = (row: Averaged): string =>
  `${averageWords(row)}, peak ${formatCount(row.peakFailuresPerHour)}`;
