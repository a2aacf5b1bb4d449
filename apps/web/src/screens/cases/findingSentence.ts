import { sentenceIn } from '@scout/cases/report/statement';
import type { CaseFinding } from '@scout/contract';

/** The sentence of a finding, with times of the reader's zone. */
export const findingSentence = (
  { statement, sentence }: Pick<CaseFinding, 'statement' | 'sentence'>,
  timeZone: string,
): string => (statement === null ? sentence : sentenceIn(statement, timeZone));
