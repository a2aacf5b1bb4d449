import { connectionOf } from '../commandLine.ts';
import { WINDOWS_CLIENTS } from '../databaseClients.ts';
import type { Row } from '../event.ts';
import { securityEventId } from '../eventType.ts';
import { fileName, isProductionServer, isServiceAccount, stripHost, textOf } from '../names.ts';
import type { SiteAlert, SiteAlertCondition } from './alert.ts';

const PRODUCTION_PREFIX = /^(?:prd|prod)[-_]/i;
const LAPTOP = /laptop/i;
/** 2 is a console logon, 10 a remote desktop logon. */
const SEATED = /^(?:2|10|interactive|remote-?interactive)$/i;

const event = (id: 4624 | 4625 | 4688): SiteAlertCondition => ({
  field: 'event_type',
  words: { 4624: 'a logon', 4625: 'a failed logon', 4688: 'a process start' }[id],
  holds: (row) => securityEventId(row) === id,
});

const on = (field: string, words: string, holds: (text: string) => boolean): SiteAlertCondition => ({
  field,
  words,
  holds: (row: Row) => {
    const text = textOf(row[field]);
    return text !== null && holds(text);
  },
});

const account = on('target_user_name', 'is a service account', isServiceAccount);
const namedIn = (row: Row) => connectionOf(textOf(row.process_information_command_line) ?? '');

/**
 * The alerts of the matcher on the site's front page. Not used for detection: the server's rules are in ../rules (specification
 * section 5, 'Marketing-side alert definitions').
 */
export const SITE_ALERTS: readonly SiteAlert[] = [
  {
    id: 'failed-logon',
    title: 'Failed logon on production',
    conditions: [
      event(4625),
      account,
      on('system_context_computer_name', 'starts with PRD or PROD', (name) =>
        PRODUCTION_PREFIX.test(stripHost(name)),
      ),
    ],
  },
  {
    id: 'interactive-logon',
    title: 'Someone sits behind the account',
    conditions: [
      event(4624),
      account,
      on('logon_type', 'is interactive or remote-interactive', (type) => SEATED.test(type)),
      on('system_context_computer_name', 'is named like a laptop', (name) => LAPTOP.test(stripHost(name))),
    ],
  },
  {
    id: 'client-start',
    title: 'Database client as a service account',
    conditions: [
      event(4688),
      on('process_information_new_process_name', 'is a database client', (path) =>
        WINDOWS_CLIENTS.has(fileName(path).toLowerCase()),
      ),
      {
        field: 'process_information_command_line',
        words: 'names a production server',
        holds: (row) => namedIn(row).servers.some(isProductionServer),
      },
      {
        field: 'process_information_command_line',
        words: 'names a service account',
        holds: (row) => namedIn(row).users.some(isServiceAccount),
      },
    ],
  },
];
