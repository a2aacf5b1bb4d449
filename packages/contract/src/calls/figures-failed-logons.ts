import { declareCall } from '../call.ts';
import { timeZone } from '../entities/fields.ts';
import { failedLogonFigures } from '../entities/figures.ts';
import { z } from '../zod.ts';

/** Figures of Failed Logons over the last 720 hours, computed by the server over all events. */
export const figuresFailedLogons = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/failed-logons',
  summary: 'Failed Logons',
  tag: 'Figures',
  input: z.object({ tz: timeZone.default('UTC') }),
  output: failedLogonFigures,
});
