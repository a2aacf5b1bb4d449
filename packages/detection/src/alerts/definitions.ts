import { connectionOf } from '../commandLine.ts';
import type { Row } from '../event.ts';
import { securityEventId } from '../eventType.ts';
import { fileName, isProductionServer, isServiceAccount, stripHost, textOf } from '../names.ts';
import { DATABASE_CLIENTS } from '../rules/service-account-activity/rule.ts';
import type { AlertCondition, AlertDefinition } from './alert.ts';

const PRODUCTION_PREFIX = /^(?:prd|prod)[-_]/i;
const LAPTOP = /laptop/i;
/** 2 is a logon at the keyboard, 10 one by remote desktop. */
const SEATED = /^(?:2|10|interactive|remote-?interactive)$/i;

const event = (id: 4624 | 4625 | 4688): AlertCondition => ({
  field: 'event_type',
  words: { 4624: 'a logon', 4625: 'a failed logon', 4688: 'a process start' }[id],
  holds: (row) => securityEventId(row) === id,
});

const on = (field: string, words: string, holds: (text: string) => boolean): AlertCondition => ({
  field,
  words,
  holds: (row: Row) => {
    const text = textOf(row[field]);
    return text !== null && holds(text);
  },
});

const account = on('target_user_name', 'is a service account', isServiceAccount);
const namedIn = (row: Row) => connectionOf(textOf(row.process_information_command_line) ?? '');

/** The alerts as the site explains them (specification section 5, 'Marketing-side alert definitions'). */
export const ALERT_DEFINITIONS: readonly AlertDefinition[] = [
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
    title: 'Somebody sits behind the account',
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
        DATABASE_CLIENTS.has(fileName(path).toLowerCase()),
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
