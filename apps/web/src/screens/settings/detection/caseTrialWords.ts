import type { CaseTrial } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { formatCount } from '@scout/ui';

/** A trial in a sentence: `14 cases in 90 days, 3 of them new, 2 gone.` */
export function caseTrialSentence({
  from,
  to,
  next,
  added,
  gone,
}: Pick<CaseTrial, 'from' | 'to' | 'next' | 'added' | 'gone'>): string {
  const days = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / DAY));
  const when = days === 1 ? 'in one day' : `in ${days} days`;
  const cases = next === 0 ? 'No case' : `${formatCount(next)} ${next === 1 ? 'case' : 'cases'}`;
  if (added === 0 && gone === 0) return `${cases} ${when}, as now.`;
  const fresh =
    added === next && added > 0 ? (added === 1 ? 'new' : 'all new') : `${formatCount(added)} of them new`;
  return [
    `${cases} ${when}`,
    ...(added > 0 ? [fresh] : []),
    ...(gone > 0 ? [`${formatCount(gone)} gone`] : []),
  ]
    .join(', ')
    .concat('.');
}
