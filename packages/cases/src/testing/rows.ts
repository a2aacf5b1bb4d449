import type { NormalisedRow } from '@scout/detection';
import { DAY } from '@scout/detection/time';

/** A Monday. */
export const START = Date.UTC(2026, 8, 7);

/** Time of an hour and minute on a day counted from START. */
export function at(day: number, hour: number, minute = 0): number {
  return START + day * DAY + hour * 3_600_000 + minute * 60_000;
}

/** Makes rows with consecutive record ids. */
export function rowMaker() {
  let record = 0;
  const make = (id: number, time: number, fields: Partial<NormalisedRow>): NormalisedRow => {
    record += 1;
    return {
      ...EMPTY,
      timestamp: new Date(time).toISOString(),
      event_type: `WINDOWS_SECURITY_${id}`,
      event_id: id,
      record_id: String(record),
      provider: 'Microsoft-Windows-Security-Auditing',
      ...fields,
    };
  };
  return {
    make,
    logon: (
      time: number,
      account: string,
      type: string,
      host: string,
      source: string | null = null,
      address: string | null = null,
    ) =>
      make(4624, time, {
        target_user_name: account,
        logon_type: type,
        system_context_computer_name: host,
        source_info_workstation_name: source,
        source_host: address,
      }),
    refusal: (
      time: number,
      account: string,
      host: string,
      source: string | null,
      reason = 'wrong password',
    ) =>
      make(4625, time, {
        target_user_name: account,
        logon_type: '3',
        system_context_computer_name: host,
        source_info_workstation_name: source,
        failure_reason: reason,
      }),
    process: (time: number, subject: string, host: string, program: string, line: string | null = null) =>
      make(4688, time, {
        subject_user_name: subject,
        system_context_computer_name: host,
        process_information_new_process_name: program,
        process_information_command_line: line,
        process_information_parent_process_name: 'C:\\Windows\\explorer.exe',
      }),
    explicit: (time: number, subject: string, host: string, account: string, server: string) =>
      make(4648, time, {
        subject_user_name: subject,
        target_user_name: account,
        system_context_computer_name: host,
        target_computer_name: server,
      }),
  };
}

export const EMPTY = {
  target_user_name: null,
  target_domain_name: null,
  subject_user_name: null,
  subject_domain_name: null,
  system_context_computer_name: null,
  target_computer_name: null,
  source_info_workstation_name: null,
  source_host: null,
  logon_type: null,
  process_information_new_process_name: null,
  process_information_command_line: null,
  process_information_parent_process_name: null,
  failure_reason: null,
  status: null,
  sub_status: null,
} as unknown as NormalisedRow;

/** Thirty days of a small company: persons, and accounts that log on three times a day from their application's server to its database. */
export function quietMonth(maker = rowMaker(), options: { accounts?: number; days?: number } = {}) {
  const { accounts = 24, days = 30 } = options;
  const rows: NormalisedRow[] = [];
  for (let day = 0; day < days; day += 1) {
    for (let a = 0; a < accounts; a += 1) {
      const app = Math.floor(a / 3);
      for (const hour of [2, 9, 15])
        rows.push(
          maker.logon(
            at(day, hour, a),
            `svc.${APPS[app % APPS.length]}${a % 3}`,
            '3',
            `DB${app}`,
            `APP${app}`,
          ),
        );
      rows.push(maker.logon(at(day, 1, a), `svc.${APPS[app % APPS.length]}${a % 3}`, '5', `APP${app}`));
    }
    if (day % 7 > 4) continue;
    for (let p = 0; p < 20; p += 1) {
      rows.push(maker.logon(at(day, 8, p), `person${p}`, '2', `PC${p}`));
      rows.push(maker.logon(at(day, 9, p), `person${p}`, '3', 'FILES', `PC${p}`, `10.0.0.${p}`));
    }
  }
  return { rows, maker };
}

const APPS = ['billing', 'ledger', 'claims', 'payroll', 'cards', 'loans', 'fraud', 'treasury'];
