import type { Row } from '../../event.ts';
import { isServiceAccount, isWorkstation, stripAccount, stripHost, textOf } from '../../names.ts';
import type { Finding, Rule } from '../rule.ts';

/** Somebody sits at a workstation and logs on as a service account. */
export const interactiveLogons: Rule = {
  id: 'interactive-logons',
  title: 'Interactive Logons',
  match: (row, eventId) => (eventId === 4624 ? matchInteractiveLogon(row, isWorkstation) : null),
};

/** The rule's condition for computers of a given kind. */
export function matchInteractiveLogon(row: Row, isRightComputer: (name: string) => boolean): Finding | null {
  if (!isInteractive(row.logon_type)) return null;
  const account = textOf(row.target_user_name);
  if (account === null || !isServiceAccount(account)) return null;
  const named = [textOf(row.system_context_computer_name), textOf(row.target_computer_name)].filter(
    (name) => name !== null,
  );
  // Whoever logs on interactively sits at the computer: where none is named, the workstation is it.
  const candidates = named.length > 0 ? named : [textOf(row.source_info_workstation_name)];
  const computer = candidates.find((name) => name !== null && isRightComputer(name));
  if (computer == null) return null;
  return {
    serviceAccount: stripAccount(account),
    computer: stripHost(computer),
    server: null,
    process: null,
  };
}

/** Type 2 only: 'interactive', '2' or 2. Remote-interactive is another type. */
function isInteractive(type: unknown): boolean {
  return type === '2' || type === 2 || /^(?:2|interactive)$/i.test(textOf(type) ?? '');
}
