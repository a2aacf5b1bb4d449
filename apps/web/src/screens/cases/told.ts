import { sentenceIn } from '@scout/cases/report/statement';
import type { CaseFinding, CaseRow } from '@scout/contract';

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
