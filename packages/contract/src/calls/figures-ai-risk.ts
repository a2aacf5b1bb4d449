import { declareCall } from '../call.ts';
import { timeZone } from '../entities/fields.ts';
import { aiRiskFigures } from '../entities/figures.ts';
import { z } from '../zod.ts';

/** Figures of AI risk notice over the last 720 hours, computed by the server over all events. */
export const figuresAiRisk = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/ai-risk',
  summary: 'AI risk notice',
  tag: 'Figures',
  input: z.object({ tz: timeZone.default('UTC') }),
  output: aiRiskFigures,
});
