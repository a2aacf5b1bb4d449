import type { IncidentRow } from '@scout/contract';
import type { RuleId } from '@scout/detection';
import { wordsOf } from '../../view/range.ts';
import type { DrillDown, PageRule } from '../../view/viewState.ts';

/** What an incident of a rule is called, many of them. */
export const ruleTitles: Record<RuleId, string> = {
  'service-account-activity': 'Service Account Activity',
  'failed-logons': 'Failed Logons',
  'interactive-logons': 'Interactive Logons',
  'ai-risk': 'AI risk',
};

/** What a drill-down is about: 'Service account', and the name or words themselves. */
export function subjectOf(list: DrillDown, rule: PageRule): { kind: string; title: string; isName: boolean } {
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
      return { kind: ruleTitles[rule], title: wordsOf(list.day), isName: false };
    case 'all':
      return { kind: 'All incidents', title: ruleTitles[rule], isName: false };
  }
}

/** A piece of a sentence: plain words, or a machine's name. */
export type Piece = string | { readonly name: string };

/** What happened, in a sentence; what the list is about already is left out. */
export function sentenceOf(incident: IncidentRow, list: DrillDown): Piece[] {
  const { service_account, subject_user, computer, server, process, failure_reason, source_hosts } = incident;
  const pieces: Piece[] = [];
  if (list.kind !== 'account') pieces.push({ name: service_account });
  switch (incident.rule) {
    case 'failed-logons':
      pieces.push('was refused');
      if (server !== null && list.kind !== 'server') pieces.push('by', { name: server });
      if (source_hosts[0] !== undefined && list.kind !== 'source')
        pieces.push('from', { name: source_hosts[0] });
      if (failure_reason !== null) pieces.push(`· ${failure_reason}`);
      break;
    case 'interactive-logons':
      pieces.push('signed in');
      if (computer !== null && list.kind !== 'computer') pieces.push('at', { name: computer });
      break;
    default:
      pieces.push('used', { name: process ?? 'a database client' });
      if (computer !== null && list.kind !== 'computer') pieces.push('on', { name: computer });
      if (server !== null && list.kind !== 'server') pieces.push('against', { name: server });
  }
  if (subject_user !== null && list.kind !== 'user' && !isOwnAccount(subject_user, computer))
    pieces.push(incident.rule === 'failed-logons' ? '· tried by' : '· by', { name: subject_user });
  return pieces;
}

/** True for the account of the computer itself, under which Windows serves whoever sits at it. */
const isOwnAccount = (user: string, computer: string | null): boolean =>
  user.toLowerCase() === `${computer?.toLowerCase()}$`;
