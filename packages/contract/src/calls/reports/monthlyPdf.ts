import { declareCall } from '../../call.ts';
import { reportMonth } from '../../entities/monthlyReport.ts';
import { z } from '../../zod.ts';

/** The report of a month as a PDF, by a separate route. */
export const monthlyReportPdf = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'reports:read',
  raw: true,
  method: 'GET',
  path: '/api/v1/reports/monthly.pdf',
  summary: 'Monthly report as PDF',
  tag: 'Figures',
  input: z.object({ month: reportMonth.optional() }),
  output: z.string(),
});
