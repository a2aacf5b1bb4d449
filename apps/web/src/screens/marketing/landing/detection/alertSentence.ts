import { matchRules, type Row, RULES } from '@scout/detection';
import { eventTimeOnPage } from './serverRules.ts';

/** A part of a sentence: words, or a name from the event. */
export type Piece = string | { readonly name: string };

/** The product's sentence for an event, from the first rule with a text for it; null where no rule has one. */
export function alertSentence(row: Row): Piece[] | null {
  for (const match of matchRules({ ...row, timestamp: eventTimeOnPage })) {
    const { serviceAccount, computer, server, process, failureReason, sourceHosts, subjectUser } = match;
    const rule = RULES[match.rule];
    const phrases = rule.describe?.({
      server,
      computer,
      process,
      failure_reason: null,
      source_hosts: sourceHosts,
    });
    if (phrases === undefined) continue;
    const pieces: Piece[] = [{ name: serviceAccount }];
    for (const { words, name, of } of phrases) {
      if (name === undefined && of === undefined) pieces.push(words);
      else if (name != null) pieces.push(words, { name });
    }
    if (failureReason !== null) pieces.push(`: ${failureReason}`);
    if (rule.actor === undefined && subjectUser !== null) pieces.push('by', { name: subjectUser });
    return pieces;
  }
  return null;
}
