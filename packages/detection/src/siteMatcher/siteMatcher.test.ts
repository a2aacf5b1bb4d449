import { describe, expect, test } from 'vitest';
import type { Row } from '../event.ts';
import { matchesAlert } from './alert.ts';
import { SITE_ALERTS } from './alerts.ts';

const rows: Record<string, Row> = {
  'failed-logon': {
    event_type: 'WINDOWS_SECURITY_4625',
    target_user_name: 'NORTHWIND\\svc.billing',
    system_context_computer_name: 'PRD-SQL01.northwind.example',
  },
  'interactive-logon': {
    event_type: 'WINDOWS_SECURITY_4624',
    target_user_name: 'service.etl',
    logon_type: '10',
    system_context_computer_name: 'FIN-LAPTOP3',
  },
  'client-start': {
    event_type: 'WINDOWS_SECURITY_4688',
    process_information_new_process_name: 'C:\\Tools\\sqlcmd.exe',
    process_information_command_line: 'sqlcmd -S PROD-LEDGER-02 -U svc.reporting',
  },
};

/** Changes of the event above that silence the alert, by the condition that fails. */
const quiet: [id: string, what: string, change: Row][] = [
  ['failed-logon', 'another event', { event_type: 'WINDOWS_SECURITY_4624' }],
  ['failed-logon', 'a person', { target_user_name: 'j.weber' }],
  ['failed-logon', 'production only later in the name', { system_context_computer_name: 'SQL-PRD01' }],
  ['failed-logon', 'no computer', { system_context_computer_name: '-' }],
  ['interactive-logon', 'a service logon', { logon_type: '5' }],
  ['interactive-logon', 'a network logon', { logon_type: '3' }],
  ['interactive-logon', 'a server', { system_context_computer_name: 'PRD-SQL01' }],
  ['interactive-logon', 'a person', { target_user_name: 'j.weber' }],
  ['client-start', 'another program', { process_information_new_process_name: 'C:\\Windows\\notepad.exe' }],
  [
    'client-start',
    'a test server',
    { process_information_command_line: 'sqlcmd -S DEV-SQL01 -U svc.reporting' },
  ],
  ['client-start', 'a person', { process_information_command_line: 'sqlcmd -S PROD-LEDGER-02 -U j.weber' }],
];

describe.each(SITE_ALERTS)('$id', (definition) => {
  test('is triggered by an event in which every condition holds', () => {
    expect(matchesAlert(definition, rows[definition.id]!)).toBe(true);
  });

  test('is triggered by no event of the other definitions', () => {
    const others = Object.entries(rows).filter(([id]) => id !== definition.id);
    expect(others.filter(([, row]) => matchesAlert(definition, row))).toEqual([]);
  });

  test.each(quiet.filter(([id]) => id === definition.id))('%s is silent for %s', (_id, _what, change) => {
    expect(matchesAlert(definition, { ...rows[definition.id], ...change })).toBe(false);
  });
});

test('a logon at the keyboard is as interactive as one by remote desktop', () => {
  const definition = SITE_ALERTS.find(({ id }) => id === 'interactive-logon')!;
  for (const type of ['2', '10', 'interactive', 'RemoteInteractive'])
    expect(matchesAlert(definition, { ...rows['interactive-logon'], logon_type: type }), type).toBe(true);
});
