import { readFileSync } from 'node:fs';
import type { NormalisedRow } from '@scout/detection';
import { describe, expect, test } from 'vitest';
import { leaveOut } from '../../../scripts/testTools.mjs';
import type { Finding } from './report/alert.ts';
import { judgeHours } from './testing/hours.ts';
import { account, days, ordinaryDays } from './testing/organization.ts';
import { EMPTY, START } from './testing/rows.ts';

/** Inputs with what is right of them; present next to the checkout on some machines only. */
const FOLDER = new URL('../../../../shared/detection/', import.meta.url);
/** The day of the inputs: the 26th of 27 days. */
const DAY = Date.UTC(2026, 8, 26) - 25 * 86_400_000;

function read(name: string): NormalisedRow[] | null {
  try {
    const rows = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as NormalisedRow[];
    return rows.map((row) => ({
      ...EMPTY,
      ...row,
      event_id: Number(row.event_type.slice(-4)),
      timestamp: new Date(Date.parse(row.timestamp) - DAY + START).toISOString(),
    }));
  } catch {
    return null;
  }
}

const isPresent = read('24-own-way-without-its-job') !== null;
if (!isPresent) leaveOut('inputs of the assessor', 'their folder is not beside the checkout');

describe.skipIf(!isPresent)('an input', () => {
  const found = (name: string, ordinary: readonly number[]): Finding[] =>
    judgeHours([...ordinaryDays(ordinary), ...read(name)!], {});
  const onDayItself = days(27);
  const onEmptyDay = onDayItself.filter((day) => day !== 25);

  test.each([[onDayItself], [onEmptyDay]])(
    '17: a spray with name and address is one case (%#)',
    (ordinary) => {
      const findings = found('17-spray-name-and-address', ordinary);
      expect(new Set(findings.map(({ caseKey }) => caseKey)).size).toBe(1);
      expect(findings[0]?.alert.sentence).toMatch(/^5 accounts were refused from WS-007 \(10\.60\.0\.8\), /);
      expect([findings[0]?.alert.account, ...(findings[0]?.accounts ?? [])]).toEqual(
        [0, 3, 6, 9, 12].map(account),
      );
    },
  );

  test('24: the own way without its job is at least medium, and says so (%#)', () => {
    const findings = found('24-own-way-without-its-job', onDayItself);
    expect(findings.map(({ alert }) => [alert.account, alert.severity])).toEqual([['svc.app03', 'medium']]);
    expect(findings[0]?.alert.sentence).toMatch(/without the batch logon that came with all 25 before/i);
  });
});
