import { type ExceptionTrial, limits } from '@scout/contract';
import { formatCount } from '@scout/ui';

const { trialDays } = limits.exceptions;

const cases = (count: number): string => `${formatCount(count)} ${count === 1 ? 'case' : 'cases'}`;

/** A trial in a sentence: `14 cases in 90 days would have been excused.` */
export function trialSentence({
  cases: whole,
  narrowed,
  complete,
}: Pick<ExceptionTrial, 'cases' | 'narrowed' | 'complete'>): string {
  const when = complete ? `in ${trialDays} days` : `in the newest findings of ${trialDays} days`;
  if (whole === 0 && narrowed === 0) return `No case ${when} would have been excused.`;
  if (whole === 0) return `No case ${when} would have been excused, and ${cases(narrowed)} in part.`;
  const excused = `${cases(whole)} ${when} would have been excused`;
  return narrowed === 0 ? `${excused}.` : `${excused}, and ${cases(narrowed)} in part.`;
}
