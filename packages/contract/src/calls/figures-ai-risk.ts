import { declareCall } from '../call.ts';
import { aiRiskFigures, figuresQuery } from '../entities/figures.ts';

/** Figures of AI risk notice over the last 720 hours or the window asked for, computed by the server over all events. */
export const figuresAiRisk = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/ai-risk',
  summary: 'AI risk notice',
  tag: 'Figures',
  input: figuresQuery,
  output: aiRiskFigures,
});
