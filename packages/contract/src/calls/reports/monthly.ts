import { declareCall } from '../../call.ts';
import { monthlyReport, reportMonth } from '../../entities/monthlyReport.ts';
import { z } from '../../zod.ts';

/** The report of a month; for the current month, of the time so far. */
export const monthlyReportRead = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'reports:read',
  method: 'GET',
  path: '/api/v1/reports/monthly',
  summary: 'Monthly report',
  tag: 'Figures',
  input: z.object({ month: reportMonth.optional() }),
  output: monthlyReport,
});
