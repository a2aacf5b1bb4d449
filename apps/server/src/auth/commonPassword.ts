import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { Refusal } from '../http/refusal.ts';

/** zxcvbn's score from which a password stands more than a million guesses. */
const leastScore = 2;
/** Characters that are looked at: the time of a look grows with their square. */
const lookedAt = 32;
/** Shorter parts of names and addresses say nothing. */
const wordMin = 3;

/** Made at its first use: it unpacks its list of some 50,000 passwords that were leaked most often. */
let estimator: ZxcvbnFactory | undefined;

/**
 * Refuses a password that is on the list of common ones, a variation of one, a row of keys or made of what is known of the person.
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
  'Rows of keys, sequences and repeats are among the first passwords that attackers try. Please choose another one.';

/** What zxcvbn warns of, where it is something other than a common password. */
const reasons: Readonly<Record<string, string>> = {
  straightRow: pattern,
  keyPattern: pattern,
  simpleRepeat: pattern,
  extendedRepeat: pattern,
  sequences: pattern,
  recentYears: 'Dates are among the first passwords that attackers try. Please choose another one.',
  dates: 'Dates are among the first passwords that attackers try. Please choose another one.',
  userInputs:
    'Your name, email or company is among the first things that attackers try. Please choose another password.',
};
