import { declareCall } from '../call.ts';
import { timeZone } from '../entities/fields.ts';
import { interactiveLogonFigures } from '../entities/figures.ts';
import { z } from '../zod.ts';

/** Figures of Interactive Logons over the last 720 hours, computed by the server over all events. */
export const figuresInteractiveLogons = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/interactive-logons',
  summary: 'Interactive Logons',
  tag: 'Figures',
  input: z.object({ tz: timeZone.default('UTC') }),
  output: interactiveLogonFigures,
});
