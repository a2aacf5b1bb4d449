import type { MonthlyReport } from '@scout/contract';
import type { Transaction } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { tenantRow } from '../auth/index.ts';
import { daysOf, monthAt, monthBefore, monthOf } from './months.ts';
import { readMonthlyReport } from './sql/monthlyReport.ts';

/** The report of a month in the organization's zone, read as scout_member; by default of the current month. */
export async function monthlyReportOf(
  tx: Transaction,
  tenantId: string,
  { month: name, now }: { month?: string | undefined; now: number },
): Promise<MonthlyReport> {
  const { time_zone: timeZone } = await tenantRow(tx, tenantId, ['time_zone']);
  const month = name === undefined ? monthAt(now, timeZone) : monthOf(name, timeZone);
  if (month.from > now) throw new Refusal('invalid_input', { message: 'month: must not be a later one' });
  return readMonthlyReport(tx, {
    tenantId,
    month: month.name,
    timeZone,
    before: monthBefore(month).from,
    from: month.from,
    end: month.to,
    days: daysOf(month),
    now,
  });
}

/** For example scout-report-2026-11.pdf. */
export const monthlyFileName = ({ month }: MonthlyReport): string => `scout-report-${month}.pdf`;
