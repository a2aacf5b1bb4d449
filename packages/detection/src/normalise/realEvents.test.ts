import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { leaveOut } from '../../../../scripts/testTools.mjs';
import { matchRules } from '../detect.ts';
import type { NormalisedRow } from '../event.ts';
import { normaliseLine } from './normalise.ts';
import { readEventXml, readEventXmlAfresh } from './xml.ts';

/** 2,454 events of real machines from public data sets; the file is not part of the project. */
const FILE = new URL('../../../../../shared/data/windows-security-real.xml.ndjson.gz', import.meta.url);
const NOW = Date.UTC(2026, 10, 21);

function readLines(): string[] | null {
  try {
    return gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n');
  } catch {
    return null;
  }
}

const lines = readLines();
if (lines === null)
  leaveOut('real Windows events through the normaliser', 'their file is not beside the checkout');

describe.skipIf(lines === null)('real events', () => {
  const rows: NormalisedRow[] = [];
  const rejections: string[] = [];
  for (const line of lines ?? []) {
    const result = normaliseLine(line, NOW);
    if (result.ok) rows.push(result.row);
    else rejections.push(`${result.code}: ${result.message}`);
  }
  const count = (field: keyof NormalisedRow) => {
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(String(row[field]), (counts.get(String(row[field])) ?? 0) + 1);
    return Object.fromEntries(counts);
  };

  test('every one becomes a row', () => {
    expect(rejections).toEqual([]);
    expect(rows).toHaveLength(2_454);
    expect(count('event_type')).toEqual({
      WINDOWS_SECURITY_4624: 1_159,
      WINDOWS_SECURITY_4625: 50,
      WINDOWS_SECURITY_4688: 1_245,
    });
  });

  test('codes have become texts, and both columns keep the codes', () => {
    expect(count('failure_reason')).toEqual({
      null: 2_404,
      'wrong password': 25,
      'unknown user name': 15,
      'unknown user name or wrong password': 2,
      'account disabled': 4,
      'account restriction': 2,
      'password must be changed': 2,
    });
    expect(count('status')).toEqual({ null: 2_404, '0xc000006d': 42, '0xc000006e': 6, '0xc0000224': 2 });
    expect(count('logon_type')).toEqual({
      null: 1_245,
      0: 54,
      2: 151,
      3: 193,
      5: 782,
      7: 15,
      8: 10,
      9: 1,
      10: 3,
    });
  });

  test('absent values are null and no value has surrounding blanks', () => {
    for (const row of rows) {
      for (const value of Object.values(row)) {
        if (typeof value === 'string') expect(value).toMatch(/^(?!-$|NULL$)\S(?:[\s\S]*\S)?$/);
      }
      expect(row.timestamp).toBe(new Date(row.timestamp).toISOString());
    }
  });

  test('spot checks', () => {
    const find = (computer: string, recordId: string) =>
      rows.filter((row) => row.system_context_computer_name === computer && row.record_id === recordId);
    expect(find('fs03vuln.offsec.lan', '435113')).toMatchObject([
      {
        event_id: 4624,
        target_user_name: 'admmig',
        target_domain_name: 'OFFSEC',
        logon_type: '3',
        source_host: '10.23.123.11',
      },
    ]);
    expect(find('WIN', '11286')).toMatchObject([
      {
        event_id: 4625,
        target_user_name: 'Admin',
        logon_type: '2',
        failure_reason: 'wrong password',
        sub_status: '0xc000006a',
      },
    ]);
    expect(rows.find((row) => row.process_information_new_process_name === 'Registry')).toMatchObject({
      timestamp: '2025-06-03T00:42:16.225Z',
      process_information_command_line: null,
      process_information_parent_process_name: null,
      subject_user_name: null,
    });
    expect(find('exchange-1.mydomain.test', '2561')).toMatchObject([
      { timestamp: '2022-04-29T12:36:03.226Z', event_id: 4625 },
    ]);
    expect(
      rows.filter((row) => row.source_host?.startsWith('fe80::') || row.source_host === '::1'),
    ).toHaveLength(13);
    const longest = Math.max(...rows.map((row) => row.process_information_command_line?.length ?? 0));
    const kept = rows.find((row) => row.process_information_command_line?.length === longest)!;
    expect(
      lines!.some((line) => JSON.parse(line).xml.length > longest && line.includes(kept.record_id!)),
    ).toBe(true);
  });

  test('no service account of these machines touches a production server', () => {
    expect(rows.flatMap((row) => matchRules(row))).toEqual([]);
  });

  test('the fast parser and the full one agree', () => {
    for (const line of lines!) {
      const { xml } = JSON.parse(line) as { xml: string };
      expect(readEventXml(xml)).toEqual(readEventXmlAfresh(xml));
    }
  });
});
