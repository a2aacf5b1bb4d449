import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { Refusal } from '../../platform/http/refusal.ts';

/** Minimum zxcvbn score of an accepted password: withstands more than a million guesses. */
const leastScore = 2;
/** Maximum characters checked: the cost grows quadratically. */
const lookedAt = 32;
/** Shorter parts of names and addresses are ignored. */
const wordMin = 3;

/** Created on first use: it unpacks a list of about 50,000 frequently leaked passwords. */
let estimator: ZxcvbnFactory | undefined;

/**
 * Refuses a common password, a variation of one, a keyboard sequence or one built from data about the person.
 * @param about texts such as the e-mail address, names and company
 * @throws Refusal common_password, with the reason
 */
export function requireUncommon(password: string, about: readonly string[]): void {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const words = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const known = words.filter((word) => word.length >= wordMin);
  const { score, feedback } = estimator.check(password.slice(0, lookedAt), ['scout', ...known]);
  if (score >= leastScore) return;
  const message = reasons[feedback.warning ?? ''];
  throw new Refusal('common_password', message === undefined ? {} : { message });
}

const pattern =
  'Rows of keys, sequences and repeats are among the first passwords attackers try. Please choose another one.';

/** zxcvbn's warnings that are not about common passwords. */
const reasons: Readonly<Record<string, string>> = {
  straightRow: pattern,
  keyPattern: pattern,
  simpleRepeat: pattern,
  extendedRepeat: pattern,
  sequences: pattern,
  recentYears: 'Dates are among the first passwords attackers try. Please choose another one.',
  dates: 'Dates are among the first passwords attackers try. Please choose another one.',
  userInputs:
    'Your name, email or company is among the first things attackers try. Please choose another password.',
};
