import { declareCall } from '../call.ts';
import { timeZone } from '../entities/fields.ts';
import { serviceAccountActivityFigures } from '../entities/figures.ts';
import { z } from '../zod.ts';

/** Figures of Service Account Activity over the last 720 hours, computed by the server over all events. */
export const figuresServiceAccountActivity = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/service-account-activity',
  summary: 'Service Account Activity',
  tag: 'Figures',
  input: z.object({ tz: timeZone.default('UTC') }),
  output: serviceAccountActivityFigures,
});
