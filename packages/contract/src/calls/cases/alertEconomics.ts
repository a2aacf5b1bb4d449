import { declareCall } from '../../call.ts';
import { alertEconomics as answer } from '../../entities/alertEconomics.ts';
import { z } from '../../zod.ts';

/**
 * Alerts of the last 30 days by channel and rule, alerts suppressed by exceptions, and alerts that each severity threshold would
 * have sent.
 */
export const alertEconomics = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'reports:read',
  method: 'GET',
  path: '/api/v1/alert-economics',
  summary: 'Alerts of the last 30 days, and silenced findings',
  tag: 'Organizations',
  input: z.object({}),
  output: answer,
});
