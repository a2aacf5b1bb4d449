import { readFileSync } from 'node:fs';
import { matchRules, type NormalisedRow, normaliseLine } from '@scout/detection';
import { describe, expect, it } from 'vitest';
import type { Extracted, Extractor } from '../formats/event.ts';
import { createAuditExtractor } from './auditLog.ts';
import { createAuthLogExtractor } from './authLog.ts';

const NOW = Date.UTC(2026, 10, 22);
const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url));
const rowOf = (line: unknown): NormalisedRow => {
  const result = normaliseLine(String(line), NOW);
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.row;
};
const taken = (events: readonly Extracted[]): Extracted[] => events.filter(({ line }) => line !== null);
const auth = (from = 0): Extractor => createAuthLogExtractor(from, () => NOW);
const audit = (from = 0): Extractor =>
  createAuditExtractor(from, 'WS-1042', (uid) =>
    uid === '1003' ? 'c.ops' : uid === '1000' ? 'j.weber' : null,
  );

/** Events read when the log arrives in pieces and the reader restarts at its own position after each. */
function inPieces(create: (from: number) => Extractor, log: Buffer, size: number): Extracted[] {
  const found: Extracted[] = [];
  let position = 0;
  for (let end = size; ; end += size) {
    const events = create(position).push(log.subarray(position, Math.min(end, log.length)));
    found.push(...taken(events));
    position = events.at(-1)?.end ?? position;
    if (end >= log.length) return found;
  }
}

describe('auth.log', () => {
  const rows = taken(auth().push(fixture('auth.log'))).map(({ line }) => rowOf(line));

  it('yields each logon and failure once, with its logon type', () => {
    expect(
      rows.map((row) => [
        row.event_id,
        row.target_user_name,
        row.logon_type,
        row.source_host,
        row.subject_user_name,
        row.sub_status,
      ]),
    ).toEqual([
      [4624, 'svc.etl', '4', null, null, null],
      [4624, 'svc.reporting', '10', '192.0.2.44', null, null],
      [4625, 'svc.billing', '10', '2001:db8::9', null, '0xc000006a'],
      [4625, 'svc.old', '10', '192.0.2.9', null, '0xc0000064'],
      // A rejected key: no password was tried, only the end is logged.
      [4625, 'svc.billing', '10', '192.0.2.10', null, '0xc000006a'],
      // The name is the attacker's; the source is not.
      [4625, 'svc.x from 203.0.113.1 port 1 ssh2', '10', '192.0.2.66', null, '0xc0000064'],
      [4625, 'svc.billing', '2', null, 'j.weber', '0xc000006a'],
      [4624, 'svc.billing', '2', null, 'j.weber', null],
      [4624, 'service.etl', '2', null, 'j.weber', null],
      [4625, 'svc.billing', '2', null, null, '0xc000006a'],
      [4624, 'svc.billing', '2', null, 'LOGIN', null],
      [4625, 'svc.billing', '2', null, null, '0xc000006a'],
      [4624, 'svc.billing', '10', '192.0.2.44', null, null],
    ]);
  });

  it('takes time and host from the line, the year from the clock', () => {
    expect(new Set(rows.map((row) => row.system_context_computer_name))).toEqual(new Set(['PRD-DB01']));
    expect(rows.at(-1)?.timestamp).toBe('2026-11-21T07:18:00.250Z');
    expect(rows[0]?.timestamp).toBe(new Date(2026, 10, 21, 8, 0, 1).toISOString());
    const line = Buffer.from('Dec 31 23:59:59 PRD-DB01 su[1]: FAILED SU (to svc.etl) j.weber on pts/0\n');
    const newYear = createAuthLogExtractor(0, () => Date.UTC(2027, 0, 2)).push(line);
    expect(String(taken(newYear)[0]?.line)).toContain(new Date(2026, 11, 31, 23, 59, 59).toISOString());
  });

  it('triggers the detection rules', () => {
    const found = rows.flatMap((row) =>
      matchRules(row).map(({ rule, serviceAccount }) => `${rule} ${serviceAccount}`),
    );
    expect(found).toContain('failed-logons svc.billing');
    expect(found).not.toContain('interactive-logons svc.billing');
    const atDesk = fixture('auth.log').toString().replaceAll('PRD-DB01', 'FIN-LAPTOP3');
    const desk = taken(auth().push(Buffer.from(atDesk))).flatMap(({ line }) => matchRules(rowOf(line)));
    expect(desk.map(({ rule, serviceAccount }) => `${rule} ${serviceAccount}`)).toContain(
      'interactive-logons svc.billing',
    );
  });

  it('reads the same wherever reading stops and resumes', () => {
    // A failure before the end of a connection is remembered only while the agent runs.
    const log = Buffer.from(
      fixture('auth.log')
        .toString()
        .replace(/^.*2301\]: Connection closed.*\n/m, ''),
    );
    const whole = taken(auth().push(log));
    for (const size of [37, 100, 256, 1_000]) expect(inPieces(auth, log, size).length).toBe(whole.length);
  });
});

describe('audit.log', () => {
  const events = taken(audit().push(fixture('audit.log')));
  const rows = events.map(({ line }) => rowOf(line));

  it('yields starts of database clients with user, account and server', () => {
    expect(
      rows.map((row) => [
        row.event_id,
        row.subject_user_name,
        row.process_information_new_process_name,
        row.target_user_name,
        row.target_computer_name,
      ]),
    ).toEqual([
      [4688, 'j.weber', '/usr/lib/postgresql/15/bin/psql', 'svc.billing', 'PRD-DB01'],
      [4688, 'j.weber', '/opt/mssql-tools18/bin/sqlcmd', 'svc.billing', 'PRD-SQL01'],
      [4688, 'j.weber', '/usr/bin/mariadb', 'svc.etl', 'PROD-LEDGER-02'],
      [4688, 'c.ops', '/opt/oracle/product/19c/bin/sqlplus', 'svc.reporting', 'PRD-DB01'],
      [4688, 'j.weber', '/usr/bin/pgcli', 'svc.etl', 'PRD-DB01'],
    ]);
    expect(rows[0]).toMatchObject({
      record_id: '901',
      system_context_computer_name: 'WS-1042',
      process_information_command_line: 'psql -h PRD-DB01 -U svc.billing -c "select 1"',
    });
    expect(rows[1]?.process_information_command_line).toContain(
      '-Q "select top 10 * from Billing.dbo.Invoices order by 1"',
    );
  });

  it('triggers the detection rule for each of them', () => {
    expect(
      rows.map((row) => matchRules(row).find(({ rule }) => rule === 'service-account-activity')?.server),
    ).toEqual(['PRD-DB01', 'PRD-SQL01', 'PROD-LEDGER-02', 'PRD-DB01', 'PRD-DB01']);
  });

  it('reads each event once wherever reading stops and resumes, also within interleaved events', () => {
    const log = fixture('audit.log');
    for (const size of [50, 333, 1_024, 4_096]) {
      expect(inPieces(audit, log, size).map(({ line }) => line)).toEqual(events.map(({ line }) => line));
    }
  });

  it('takes an event without an end marker once many others have followed', () => {
    const [first] = fixture('audit.log').toString().split('type=PROCTITLE', 1);
    const log = Buffer.from(
      `${first}${Array.from({ length: 40 }, (_, i) => `type=SYSCALL msg=audit(1795251700.000:${2_000 + i}): exe="/usr/bin/ls"\n`).join('')}`,
    );
    expect(taken(audit().push(log)).map(({ line }) => rowOf(line).record_id)).toEqual(['901']);
  });

  it('skips lines that are not records', () => {
    const noise = Buffer.from(
      '\n\x00\xff\ntype=EXECVE msg=audit(x\ntype=EXECVE msg=audit(1.000:1): argc=1 a0="psql"\n',
      'latin1',
    );
    expect(taken(audit().push(noise))).toEqual([]);
  });
});
