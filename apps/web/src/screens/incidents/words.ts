import type { IncidentRow } from '@scout/contract';
import { RULES, type Rule, type RuleId } from '@scout/detection';
import { wordsOf } from '../../view/range.ts';
import type { DrillDown } from '../../view/viewState.ts';

/** The kind and the name of a drill-down: 'Service account', 'svc.billing'. */
export function subjectOf(list: DrillDown, rule: RuleId): { kind: string; title: string; isName: boolean } {
  switch (list.kind) {
    case 'account':
      return { kind: 'Service account', title: list.name, isName: true };
    case 'computer':
      return { kind: 'Workstation', title: list.name, isName: true };
    case 'server':
      return { kind: 'Production server', title: list.name, isName: true };
    case 'source':
      return { kind: 'Source host', title: list.name, isName: true };
    case 'user':
      return { kind: 'Acting user', title: list.name, isName: true };
    case 'day':
      return { kind: RULES[rule].title, title: wordsOf(list.day), isName: false };
    case 'all':
      return { kind: 'All incidents', title: RULES[rule].title, isName: false };
  }
}

/** A part of a sentence: text, or a machine-readable name. */
export type Piece = string | { readonly name: string };

/** An incident as a sentence, without the name that the list is about. */
export function sentenceOf(incident: Omit<IncidentRow, 'id' | 'time'>, list: DrillDown): Piece[] {
  const { service_account, subject_user, computer } = incident;
  // A newer server may have rules unknown to this page.
  const rule: Rule | undefined = RULES[incident.rule];
  const phrases = rule?.describe?.(incident) ?? [
    { words: `matched the rule ${rule?.title ?? incident.rule}` },
  ];
  const pieces: Piece[] = [];
  if (list.kind !== 'account' && service_account !== '') pieces.push({ name: service_account });
  for (const { words, name, of } of phrases) {
    if (name === undefined && of === undefined) pieces.push(words);
    else if (name != null && of !== list.kind) pieces.push(words, { name });
  }
  const by = rule?.actor === undefined ? 'by' : rule.actor;
  if (by !== null && subject_user !== null && list.kind !== 'user' && !isOwnAccount(subject_user, computer))
    pieces.push(`· ${by}`, { name: subject_user });
  return pieces;
}

/** True for the computer's own account, which Windows uses for interactive sessions. */
const isOwnAccount = (user: string, computer: string | null): boolean =>
  user.toLowerCase() === `${computer?.toLowerCase()}$`;
