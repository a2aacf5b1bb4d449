import { sentenceIn } from '@scout/cases/statement';
import type { CaseFinding, CaseRow } from '@scout/contract';
import { formatCount, formatTime } from '@scout/ui';

/** Time a case was last seen: by its findings, by their counts, or by later use on its way. */
export function lastSeen({
  later,
  statement,
  last_seen,
}: Pick<CaseRow, 'later' | 'statement' | 'last_seen'>): string {
  const counted = statement === null ? last_seen : new Date(statement.last).toISOString();
  return later?.last ?? (Date.parse(counted) > Date.parse(last_seen) ? counted : last_seen);
}

/** The sentence of a finding, with times of the reader's zone. */
export const findingSentence = (
  { statement, sentence }: Pick<CaseFinding, 'statement' | 'sentence'>,
  timeZone: string,
): string => (statement === null ? sentence : sentenceIn(statement, timeZone));

/**
 * The sentence of a case with times in the reader's zone, and later activity: "… on Nov 12 at 09:05. Since then 94 more events,
 * the last on Nov 22 at 20:43. Never before …"
 */
export function caseSentence(
  found: Pick<CaseRow, 'statement' | 'sentence' | 'later'>,
  timeZone: string,
): string {
  const since = sinceThen(found.later, timeZone);
  const { statement } = found;
  if (since === null) return findingSentence(found, timeZone);
  if (statement === null) return `${found.sentence} ${since}`;
  return sentenceIn({ ...statement, why: `${since} ${statement.why}`.trim() }, timeZone);
}

function sinceThen(later: CaseRow['later'], timeZone: string): string | null {
  const time = formatTime(later?.last, { timeZone });
  if (later === null || time === null) return null;
  const when = `on ${time.date} at ${time.clock.slice(0, 5)}`;
  return later.events === 1
    ? `Since then one more event, ${when}.`
    : `Since then ${formatCount(later.events)} more events, the last ${when}.`;
}
