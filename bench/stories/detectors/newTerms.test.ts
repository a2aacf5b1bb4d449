import { describe, expect, test } from 'vitest';
import { logon } from '../testing/samples.ts';
import type { Detector } from './detector.ts';
import { createFirstSeen, createSevenDayNewTerms } from './newTerms.ts';

const day = (number: number, minute = 0) =>
  new Date(
    Date.parse('2026-03-01T10:00:00.000Z') + (number - 1) * 24 * 3_600_000 + minute * 60_000,
  ).toISOString();

/** The detector's score of a row; undefined without one. */
const scoreOf = (detector: Detector, fields: Parameters<typeof logon>[0]) =>
  detector.observe(logon(fields)).map(({ score }) => score);

describe.each([
  ['first-seen', createFirstSeen],
  ['seven-day', createSevenDayNewTerms],
])('%s', (_, create) => {
  test('the first row of an account is new in every respect, the second in none', () => {
    const detector = create({});
    expect(scoreOf(detector, { timestamp: day(1) })).toEqual([3]);
    expect(scoreOf(detector, { timestamp: day(1, 5) })).toEqual([]);
  });

  test.each([
    ['source', { source_host: '10.20.0.9' }],
    ['workstation', { source_info_workstation_name: 'FIN-LAPTOP3' }],
    ['destination', { system_context_computer_name: 'PRD-SQL02.nordbank.example' }],
    ['kind', { logon_type: '10' }],
  ])('a new %s is one new thing', (_name, fields) => {
    const detector = create({});
    detector.observe(logon({ timestamp: day(1) }));
    expect(scoreOf(detector, { timestamp: day(2), ...fields })).toEqual([1]);
  });

  test('a host is the same in any case, with or without its domain', () => {
    const detector = create({});
    detector.observe(logon({ timestamp: day(1) }));
    expect(scoreOf(detector, { timestamp: day(2), system_context_computer_name: 'prd-sql01' })).toEqual([]);
  });

  test('what one account did before is still new for another', () => {
    const detector = create({});
    detector.observe(logon({ timestamp: day(1) }));
    expect(scoreOf(detector, { timestamp: day(2), target_user_name: 'svc.ledger' })).toEqual([3]);
    expect(detector.accounts()).toBe(2);
  });

  test('a name that the default rules do not recognize is watched when the inventory has it', () => {
    const row = { timestamp: day(1), target_user_name: 'NORDBANK\\SA_Ledger' };
    expect(scoreOf(create({}), row)).toEqual([]);
    expect(scoreOf(create({ inventory: { accounts: [{ name: 'sa_ledger' }] } }), row)).toEqual([3]);
  });

  test('ignores people and other kinds of events', () => {
    const detector = create({});
    expect(scoreOf(detector, { target_user_name: 'm.keller' })).toEqual([]);
    expect(scoreOf(detector, { event_type: 'WINDOWS_SECURITY_4634' })).toEqual([]);
    expect(detector.accounts()).toBe(0);
  });

  test('an account that a command line names is used', () => {
    const [alert] = create({}).observe(
      logon({
        event_type: 'WINDOWS_SECURITY_4688',
        record_id: '77',
        target_user_name: '-',
        subject_user_name: 'm.keller',
        process_information_new_process_name: 'C:\\Tools\\sqlcmd.exe',
        process_information_command_line: 'sqlcmd -S PRD-SQL01 -U svc.billing',
      }),
    );
    expect(alert).toMatchObject({ account: 'svc.billing', recordIds: ['77'] });
  });

  test('its state grows with a new value and not with a known one', () => {
    const detector = create({});
    detector.observe(logon({ timestamp: day(1) }));
    const before = detector.stateBytes();
    detector.observe(logon({ timestamp: day(1, 1) }));
    expect(detector.stateBytes()).toBe(before);
    detector.observe(logon({ timestamp: day(1, 2), source_host: '10.20.0.9' }));
    expect(detector.stateBytes()).toBeGreaterThan(before);
  });
});

test('after more than seven days without it, a value is new to the seven-day rule only', () => {
  const [first, week] = [createFirstSeen({}), createSevenDayNewTerms({})];
  for (const detector of [first, week]) detector.observe(logon({ timestamp: day(1) }));
  for (const detector of [first, week]) expect(scoreOf(detector, { timestamp: day(8) })).toEqual([]);
  expect(scoreOf(first, { timestamp: day(15, 1) })).toEqual([]);
  expect(scoreOf(week, { timestamp: day(15, 1) })).toEqual([3]);
});
