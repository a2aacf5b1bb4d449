import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureRow, NOW, rowOf, TIME } from '../testing/failure.ts';

/** A row with all keys, and only the given values. */
const EMPTY = Object.fromEntries(Object.keys(failureRow).map((key) => [key, null]));

describe('flat rows', () => {
  test('every field of the specification', () => {
    expect(
      rowOf({
        event_type: 'WINDOWS_SECURITY_4625',
        timestamp: TIME,
        target_user_name: ' svc.billing ',
        subject_user_name: '-',
        system_context_computer_name: 'PRD-SQL01',
        target_computer_name: 'PRD-SQL01',
        source_info_workstation_name: 'FIN-LAPTOP3',
        logon_type: 3,
        process_information_new_process_name: '',
        process_information_command_line: null,
        status: '0xC000006D',
        sub_status: '0xC0000234',
        ignored: { deeply: ['nested'] },
      }),
    ).toEqual({
      ...EMPTY,
      timestamp: '2026-11-20T08:51:04.851Z',
      event_type: 'WINDOWS_SECURITY_4625',
      event_id: 4625,
      target_user_name: 'svc.billing',
      system_context_computer_name: 'PRD-SQL01',
      target_computer_name: 'PRD-SQL01',
      source_info_workstation_name: 'FIN-LAPTOP3',
      logon_type: '3',
      failure_reason: 'account locked out',
      status: '0xc000006d',
      sub_status: '0xc0000234',
    });
  });

  test.each([
    [{ event_type: 4625 }, 'WINDOWS_SECURITY_4625', 4625],
    [{ event_type: '4625' }, 'WINDOWS_SECURITY_4625', 4625],
    [{ event_type: ' windows_security_4688 ' }, 'WINDOWS_SECURITY_4688', 4688],
    [{ event_type: 4625, provider: 'Microsoft-Windows-Security-Auditing' }, 'WINDOWS_SECURITY_4625', 4625],
    [{ event_type: 4625, provider: 'MSExchange Common' }, 'MSExchange Common/4625', 4625],
    [{ event_id: 4625, provider: 'Microsoft-Windows-Security-Auditing' }, 'WINDOWS_SECURITY_4625', 4625],
    [{ event_id: '4624', provider: 'Other' }, 'Other/4624', 4624],
    [{ event_type: 'SSH_LOGIN' }, 'SSH_LOGIN', null],
    [{ event_type: 'SSH_LOGIN', event_id: 7 }, 'SSH_LOGIN', 7],
    [{ event_type: 'WINDOWS_SECURITY_4720' }, 'WINDOWS_SECURITY_4720', 4720],
    [{ event_type: '4648' }, '4648', null],
    [{ event_type: 'MSExchange Common/4625', provider: 'MSExchange Common' }, 'MSExchange Common/4625', null],
  ])('the type of %j is %s', (row, eventType, eventId) => {
    expect(rowOf({ ...row, timestamp: TIME, target_user_name: 'svc.billing' })).toMatchObject({
      event_type: eventType,
      event_id: eventId,
    });
  });

  test('every time field, as text or number', () => {
    for (const field of [
      'timestamp',
      'created_at',
      'occurred_at',
      'event_time',
      'ts',
      'time',
      'ts_ms',
      'ts_s',
      'inserted_at',
    ]) {
      for (const value of [TIME, Date.parse(TIME), Date.parse(TIME) / 1000, String(Date.parse(TIME))]) {
        expect(rowOf({ event_type: 'X', [field]: value }).timestamp).toBe('2026-11-20T08:51:04.851Z');
      }
    }
  });

  test('every source is kept: the workstation, and the others in one text', () => {
    const row = rowOf({
      event_type: 4625,
      timestamp: TIME,
      source_host: '192.0.2.9',
      source_hostname: 'JUMP01',
      source_info_workstation_name: 'FIN-LAPTOP3',
      workstation_name: 'fin-laptop3',
      client_host: 'jump01',
      originating_host: '2001:db8::7',
    });
    expect(row).toMatchObject({
      source_info_workstation_name: 'FIN-LAPTOP3',
      source_host: '192.0.2.9, 2001:db8::7, JUMP01',
    });
    expect(rowOf({ event_type: 4625, timestamp: TIME, workstation_name: 'WS-1' })).toMatchObject({
      source_info_workstation_name: 'WS-1',
      source_host: null,
    });
  });

  test.each([
    [{ failure_reason: 'Locked by policy', sub_status: '0xc0000072' }, 'Locked by policy'],
    [{ logon_failure_reason: '%%2307' }, 'account locked out'],
    [{ status_message: 'Own words' }, 'Own words'],
    [{ sub_status_message: 'Own words' }, 'Own words'],
    [{ failure_status_message: 'Own words' }, 'Own words'],
    [{ status: 3221226036 }, 'account locked out'],
    [{}, null],
  ])('the failure reason of %j is %j', (row, reason) => {
    expect(
      rowOf({ event_type: 4625, timestamp: TIME, target_user_name: 'svc.billing', ...row }).failure_reason,
    ).toBe(reason);
  });

  test('a stored row normalizes to itself', () => {
    expect(rowOf(failureRow)).toEqual(failureRow);
    fc.assert(
      fc.property(
        fc.record({
          event_type: fc.constantFrom<unknown>(4624, '4625', 'WINDOWS_SECURITY_4688', 'OTHER', 'P/4625'),
          ts_s: fc.integer({ min: 946_684_800, max: NOW / 1000 }),
          provider: fc.option(fc.string()),
          // It would be rejected without any name.
          system_context_computer_name: fc.constant('PRD-SQL01'),
          target_user_name: fc.option(
            fc
              .string({ unit: fc.constantFrom('a', ' ', '-', '\\', '@', '\0', '\uD800', '😀', 'é') })
              .filter((name) => name.trim() !== ''),
          ),
          source_host: fc.option(fc.string()),
          client_host: fc.option(fc.string()),
          workstation_name: fc.option(fc.string()),
          logon_type: fc.option(fc.string()),
          status: fc.option(fc.constantFrom('0xC0000234', '0x0', 'text', '0xBEEF')),
          sub_status: fc.option(fc.constantFrom('0xC0000072', '0x0', '0xBEEF')),
          process_information_command_line: fc.option(fc.string()),
        }),
        (flat) => {
          const row = rowOf(flat);
          expect(rowOf(row)).toEqual(row);
        },
      ),
    );
  });
});
