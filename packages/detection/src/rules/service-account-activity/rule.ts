import { connectionOf } from '../../commandLine.ts';
import type { Row } from '../../event.ts';
import {
  fileName,
  isProductionServer,
  isServiceAccount,
  stripAccount,
  stripHost,
  textOf,
} from '../../names.ts';
import type { Finding, Rule } from '../rule.ts';

/** Database clients, in lower case (specification section 5). */
export const DATABASE_CLIENTS = new Set([
  'ssms.exe',
  'sqlcmd.exe',
  'datagrip.exe',
  'dbeaver.exe',
  'azuredatastudio.exe',
  'pgadmin.exe',
  'sqlplus.exe',
  'isql.exe',
  'oracle.exe',
]);

/** Where programs have no ending: the clients above without theirs, and those that are used there. */
const POSIX_CLIENTS = new Set([
  ...[...DATABASE_CLIENTS].map((name) => name.slice(0, -'.exe'.length)),
  ...['psql', 'pgcli', 'pgadmin4', 'mysql', 'mariadb', 'mycli', 'mongosh', 'mongo', 'tsql', 'iusql'],
]);

/**
 * A person starts a database client on a machine that is no production server, and connects to a production server as a service
 * account. The account is the event's target user or one that the command line names; the server is one that the command
 * line names or the event's target computer.
 */
export const serviceAccountActivity: Rule = {
  id: 'service-account-activity',
  title: 'Service Account Activity',
  match: (row, eventId) => (eventId === 4688 ? matchClientStart(row, DATABASE_CLIENTS, POSIX_CLIENTS) : null),
};

/** The rule's condition for given sets of clients (file names in lower case); `posix` counts for paths of Linux and macOS. */
export function matchClientStart(
  row: Row,
  clients: ReadonlySet<string>,
  posix: ReadonlySet<string>,
): Finding | null {
  const path = textOf(row.process_information_new_process_name);
  if (path === null) return null;
  const process = fileName(path);
  const name = process.toLowerCase();
  if (!clients.has(name) && !(path.startsWith('/') && posix.has(name))) return null;

  const computer = textOf(row.system_context_computer_name);
  if (computer === null || isProductionServer(computer)) return null;
  const subject = textOf(row.subject_user_name);
  if (subject !== null && isServiceAccount(subject)) return null;

  const line = connectionOf(textOf(row.process_information_command_line) ?? '');
  const account = [textOf(row.target_user_name), ...line.users].find(
    (name) => name !== null && isServiceAccount(name),
  );
  const server = [...line.servers, textOf(row.target_computer_name)].find(
    (name) => name !== null && isProductionServer(name),
  );
  if (account == null || server == null) return null;
  return {
    serviceAccount: stripAccount(account),
    computer: stripHost(computer),
    server: stripHost(server),
    process,
  };
}
