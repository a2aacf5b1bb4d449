import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBank } from '../bank/bank.ts';
import { createFirstSeen, createSevenDayNewTerms } from '../detectors/newTerms.ts';
import { reportOf } from '../measure/report.ts';
import { chunksOf, runDetectors } from '../measure/run.ts';
import { flatLogon } from '../testing/samples.ts';
import { openSortedRows } from './sortedRows.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scout-rows-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(lines: readonly string[]): string {
  const path = join(folder, 'events.ndjson');
  writeFileSync(path, lines.join('\n'));
  return path;
}

const idsOf = async (lines: readonly string[]) => {
  const file = await openSortedRows(fileOf(lines));
  return { ...file, ids: [...file.rows()].map((row) => row.record_id) };
};

const minute = (number: number) => new Date(Date.UTC(2026, 2, 2, 10, number)).toISOString();
const line = (id: number | string, time: string) =>
  JSON.stringify(flatLogon({ record_id: id, timestamp: time }));

test('rows are sorted by time, then by record id as a number, also beyond 2^53', async () => {
  const big = '9007199254740993';
  const { ids } = await idsOf([
    line(7, minute(5)),
    line(big, minute(1)),
    line('9007199254740992', minute(1)),
    line(10, minute(1)),
    line(9, minute(1)),
  ]);
  expect(ids).toEqual(['9', '10', '9007199254740992', big, '7']);
});

test('lines that are not rows are counted by reason; blank lines and carriage returns are ignored', async () => {
  const file = await idsOf([
    `${line(1, minute(1))}\r`,
    '',
    '{',
    '[]',
    JSON.stringify({ event_type: 'X' }),
    line('none', minute(2)),
  ]);
  expect(file).toMatchObject({ count: 2, withoutId: 1, ids: ['1', null] });
  expect(Object.fromEntries(file.rejected)).toEqual({ not_json: 1, not_an_event: 1, missing_time: 1 });
});

test('reads rows that are dated in the future', async () => {
  expect((await idsOf([line(1, '2090-01-01T00:00:00.000Z')])).ids).toEqual(['1']);
});

test('lines longer than a chunk, and characters split between chunks, are read whole', async () => {
  const wide = JSON.stringify(
    flatLogon({ record_id: 2, timestamp: minute(2), subject_user_name: 'ü'.repeat(700_000) }),
  );
  const { ids, rejected } = await idsOf([
    wide,
    line(1, minute(1)),
    wide.replace('"2"', '"3"').replace(':2,', ':3,'),
  ]);
  expect(ids).toEqual(['1', '2', '3']);
  expect(rejected.size).toBe(0);
});

test('any order of the same lines gives the same alerts and figures', async () => {
  const bank = createBank({ seed: 5, accounts: 100, storiesOfKind: 1 });
  const lines = [...bank.days()]
    .flat()
    .slice(0, 800)
    .map((row) => JSON.stringify(row));
  const stories = bank.labels().map((label) => ({
    ...label,
    start: Date.parse(label.start),
    end: Date.parse(label.end),
    recordIds: label.record_ids,
  }));
  const judge = async (order: readonly string[]) => {
    const file = await openSortedRows(fileOf(order));
    const detectors = { 'first-seen': createFirstSeen, 'seven-day': createSevenDayNewTerms };
    const { runs, first, last } = await runDetectors(chunksOf(file.rows()), {
      detectors,
      variants: [{ inventory: bank.inventory }, {}],
      clock: () => 0,
    });
    return runs.map((run) => ({ run, report: reportOf(run, stories, { accounts: 100, first, last }) }));
  };
  const expected = await judge(lines);
  expect(expected[0]!.run.alerts.length).toBeGreaterThan(50);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(lines, { minLength: lines.length }), async (shuffled) => {
      expect(await judge(shuffled)).toEqual(expected);
    }),
    { numRuns: 3 },
  );
});
