import { declareCall } from '../call.ts';
import { failedLogonFigures, figuresQuery } from '../entities/figures.ts';

/** Figures of Failed Logons over the last 720 hours or the window asked for, computed by the server over all events. */
export const figuresFailedLogons = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/failed-logons',
  summary: 'Failed Logons',
  tag: 'Figures',
  input: figuresQuery,
  output: failedLogonFigures,
});
