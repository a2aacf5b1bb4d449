import { declareCall } from '../call.ts';
import { figuresQuery, serviceAccountActivityFigures } from '../entities/figures.ts';

/** Figures of Service Account Activity over the last 720 hours or the window asked for, computed by the server over all events. */
export const figuresServiceAccountActivity = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/service-account-activity',
  summary: 'Service Account Activity',
  tag: 'Figures',
  input: figuresQuery,
  output: serviceAccountActivityFigures,
});
