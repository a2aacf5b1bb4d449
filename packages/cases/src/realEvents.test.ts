import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type NormalisedRow, normaliseLine } from '@scout/detection';
import { describe, expect, test } from 'vitest';
import { leaveOut } from '../../../scripts/testTools.mjs';
import { createAssessor } from './assessor.ts';

/** Events of real machines from public data sets; the file is not part of the project. */
const FILE = new URL('../../../../shared/data/windows-security-real.xml.ndjson.gz', import.meta.url);
const NOW = Date.UTC(2026, 10, 21);

function readRows(): NormalisedRow[] | null {
  try {
    const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n');
    return lines.flatMap((line) => {
      const result = normaliseLine(line, NOW);
      return result.ok ? [result.row] : [];
    });
  } catch {
    return null;
  }
}

const rows = readRows();
if (rows === null)
  leaveOut('real Windows events through the assessor', 'their file is not beside the checkout');

describe.skipIf(rows === null)('real events', () => {
  test('are processed, and every alert names its records and its reasons', () => {
    const assessor = createAssessor({});
    const sorted = [...rows!].sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
    const alerts = [...sorted.flatMap((row) => assessor.observe(row)), ...assessor.finish()];
    const records = new Set(rows!.map((row) => row.record_id));
    for (const { recordIds, reasons, sentence } of alerts) {
      expect(recordIds.length).toBeGreaterThan(0);
      expect(recordIds.every((id) => records.has(id))).toBe(true);
      expect(reasons?.length).toBeGreaterThan(0);
      expect(sentence).not.toMatch(/null|undefined/);
    }
    expect(alerts.length).toBeLessThan(20);
    // Ordinary work of real machines asks for nobody's services.
    expect(alerts.filter(({ kind }) => kind === 'roasting')).toEqual([]);
  });
});
