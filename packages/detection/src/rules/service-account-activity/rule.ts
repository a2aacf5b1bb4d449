import { EVENTS } from '../../catalogue/events.ts';
import { connectionOf } from '../../commandLine.ts';
import type { Row } from '../../event.ts';
import { shownHost, shownProgram, stripAccount, textOf } from '../../names.ts';
import type { Naming } from '../../naming.ts';
import { defineRule, type RuleFinding } from '../rule.ts';

/**
 * A person starts a database client on a machine that is not a production server, and connects to a production server as a
 * service account. The account is the event's target user or named in the command line; the server is named in the command line
 * or the event's target computer.
 */
export const serviceAccountActivity = defineRule({
  id: 'service-account-activity',
  title: 'Service Account Activity',
  severity: 'counted',
  events: [EVENTS.processStart.id],
  meaning:
    'Someone started a database client outside production and connected to a production server as a service account.',
  advice: 'Ask the person for the reason, and give them their own account for this work.',
  attack: ['T1078'],
  names: ['account', 'host', 'user'],
  describe: ({ process, computer, server }) => [
    { words: 'used', name: process ?? 'a database client' },
    { words: 'on', name: computer, of: 'computer' },
    { words: 'against', name: server, of: 'server' },
  ],
  match: (row, _eventId, naming) => matchClientStart(row, naming, naming.isDatabaseClient),
});

/** The rule's condition for given clients, identified by the program's path. */
export function matchClientStart(
  row: Row,
  naming: Naming,
  isClient: (path: string) => boolean,
): RuleFinding | null {
  const path = textOf(row.process_information_new_process_name);
  if (path === null || !isClient(path)) return null;
  const known = judged.get(row);
  if (known?.naming === naming) return known.finding;
  const finding = connected(row, path, naming);
  judged.set(row, { naming, finding });
  return finding;
}

/** Two rules have this condition: a long command line is read once for both. */
const judged = new WeakMap<Row, { naming: Naming; finding: RuleFinding | null }>();

function connected(row: Row, path: string, naming: Naming): RuleFinding | null {
  const computer = textOf(row.system_context_computer_name);
  if (computer === null || naming.isProductionServer(computer)) return null;
  const subject = textOf(row.subject_user_name);
  if (subject !== null && naming.isServiceAccount(subject)) return null;

  const line = connectionOf(textOf(row.process_information_command_line) ?? '');
  const account = [textOf(row.target_user_name), ...line.users].find(
    (name) => name !== null && naming.isServiceAccount(name),
  );
  const server = [...line.servers, textOf(row.target_computer_name)].find(
    (name) => name !== null && naming.isProductionServer(name),
  );
  if (account == null || server == null) return null;
  return {
    serviceAccount: stripAccount(account),
    computer: shownHost(computer),
    server: shownHost(server),
    process: shownProgram(path),
  };
}
