import { expect, it } from 'vitest';
import type { MonthlyReport } from './entities/monthlyReport.ts';
import { monthlyFacts, partialMonthBefore } from './reportWords.ts';

const reportOf = (coverage: Partial<MonthlyReport['coverage']>) =>
  ({
    cases: { open: 0 },
    coverage: { machines: 7, gaps: 0, machines_with_gaps: 0, silent_total: 0, ...coverage },
    exceptions: { used: 0, in_force: 0 },
    ownerless: { total: 0, known: 0 },
  }) as unknown as MonthlyReport;
const coverageOf = (coverage: Partial<MonthlyReport['coverage']>) =>
  monthlyFacts(reportOf(coverage)).find(({ name }) => name === 'Coverage')?.value;

it('counts the machines that were watched, not only those with gaps', () => {
  expect(coverageOf({})).toBe('No gaps on 7 machines, 0 machines silent for a day');
  expect(coverageOf({ gaps: 5, machines_with_gaps: 2 })).toBe(
    '5 gaps on 2 of 7 machines, 0 machines silent for a day',
  );
});

it('says from when on the month before is known', () => {
  const partial = (before_since: string | null) =>
    partialMonthBefore({ ...reportOf({}), time_zone: 'Europe/Zurich', before_since });
  expect(partial(null)).toBeNull();
  expect(partial('2026-10-27T23:00:00.000Z')).toBe('Previous month: events only since October 28.');
});
