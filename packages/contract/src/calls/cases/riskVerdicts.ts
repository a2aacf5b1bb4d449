import { declareCall } from '../../call.ts';
import { figuresQuery, riskVerdicts } from '../../entities/figures.ts';

/** The assessor's verdicts over the last 720 hours or the requested window: the rows of the AI-Powered Incident Risk panel. */
export const figuresRiskVerdicts = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'events:read',
  method: 'GET',
  path: '/api/v1/figures/risk-verdicts',
  summary: 'AI-Powered Incident Risk',
  tag: 'Figures',
  input: figuresQuery,
  output: riskVerdicts,
});
