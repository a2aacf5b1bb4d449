import { declareCall } from '../../call.ts';
import { z } from '../../zod.ts';

/** Postures of the register's accounts as a PDF, by a separate route. */
export const posturesPdf = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'reports:read',
  raw: true,
  method: 'GET',
  path: '/api/v1/reports/postures.pdf',
  summary: 'Postures of service accounts as PDF',
  tag: 'Figures',
  input: z.object({}),
  output: z.string(),
});
