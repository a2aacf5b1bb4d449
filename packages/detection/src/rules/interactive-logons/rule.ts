import { EVENTS } from '../../catalogue/events.ts';
import type { Row } from '../../event.ts';
import { shownHost, stripAccount, textOf } from '../../names.ts';
import type { Naming } from '../../naming.ts';
import { defineRule, type RuleFinding } from '../rule.ts';

/** A person at a workstation logs on as a service account. */
export const interactiveLogons = defineRule({
  id: 'interactive-logons',
  title: 'Interactive Logons',
  severity: 'counted',
  events: [EVENTS.logon.id],
  meaning: 'Someone signed in to a workstation as a service account.',
  advice: 'Ask who uses that machine, and deny interactive logon for the account.',
  attack: ['T1078'],
  names: ['account', 'host', 'user'],
  describe: ({ computer }) => [{ words: 'signed in' }, { words: 'at', name: computer, of: 'computer' }],
  match: (row, _eventId, naming) => matchInteractiveLogon(row, naming, naming.isWorkstation),
});

/** The rule's condition for computers of a given kind. */
export function matchInteractiveLogon(
  row: Row,
  naming: Naming,
  isRightComputer: (name: string) => boolean,
): RuleFinding | null {
  if (!isInteractive(row.logon_type)) return null;
  const account = textOf(row.target_user_name);
  if (account === null || !naming.isServiceAccount(account)) return null;
  const named = [textOf(row.system_context_computer_name), textOf(row.target_computer_name)].filter(
    (name) => name !== null,
  );
  // An interactive logon happens at the computer itself: without a workstation, the computer name is used.
  const candidates = named.length > 0 ? named : [textOf(row.source_info_workstation_name)];
  const computer = candidates.find((name) => name !== null && isRightComputer(name));
  if (computer == null) return null;
  return {
    serviceAccount: stripAccount(account),
    computer: shownHost(computer),
    server: null,
    process: null,
  };
}

/** Type 2 only: 'interactive', '2' or 2. Remote-interactive is a different type. */
function isInteractive(type: unknown): boolean {
  return type === '2' || type === 2 || /^(?:2|interactive)$/i.test(textOf(type) ?? '');
}
