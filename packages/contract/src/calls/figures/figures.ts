import { declareCall } from '../../call.ts';
import {
  aiRiskFigures,
  failedLogonFigures,
  figuresQuery,
  infrastructureChangeFigures,
  interactiveLogonFigures,
  riskVerdicts,
  serviceAccountActivityFigures,
} from '../../entities/figures.ts';

/** Figures of Service Account Activity over the last 720 hours or the requested window, computed by the server over all events. */
export const figuresServiceAccountActivity = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/service-account-activity',
  summary: 'Service Account Activity',
  tag: 'Figures',
  input: figuresQuery,
  output: serviceAccountActivityFigures,
});

/** Figures of Failed Logons over the last 720 hours or the requested window, computed by the server over all events. */
export const figuresFailedLogons = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/failed-logons',
  summary: 'Failed Logons',
  tag: 'Figures',
  input: figuresQuery,
  output: failedLogonFigures,
});

/** Figures of Interactive Logons over the last 720 hours or the requested window, computed by the server over all events. */
export const figuresInteractiveLogons = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/interactive-logons',
  summary: 'Interactive Logons',
  tag: 'Figures',
  input: figuresQuery,
  output: interactiveLogonFigures,
});

/** Figures of the AI risk notice over the last 720 hours or the requested window, computed by the server over all events. */
export const figuresAiRisk = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/ai-risk',
  summary: 'AI risk notice',
  tag: 'Figures',
  input: figuresQuery,
  output: aiRiskFigures,
});

/** The assessor's verdicts over the last 720 hours or the requested window: the rows of the AI-Powered Incident Risk panel. */
export const figuresRiskVerdicts = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/risk-verdicts',
  summary: 'AI-Powered Incident Risk',
  tag: 'Figures',
  input: figuresQuery,
  output: riskVerdicts,
});

/** Figures of Infrastructure Changes over the last 720 hours or the requested window, computed by the server over all events. */
export const figuresInfrastructureChanges = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/infrastructure-changes',
  summary: 'Infrastructure Changes',
  tag: 'Figures',
  input: figuresQuery,
  output: infrastructureChangeFigures,
});
