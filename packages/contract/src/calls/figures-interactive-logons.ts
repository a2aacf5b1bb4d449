import { declareCall } from '../call.ts';
import { figuresQuery, interactiveLogonFigures } from '../entities/figures.ts';

/** Figures of Interactive Logons over the last 720 hours or the window asked for, computed by the server over all events. */
export const figuresInteractiveLogons = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/figures/interactive-logons',
  summary: 'Interactive Logons',
  tag: 'Figures',
  input: figuresQuery,
  output: interactiveLogonFigures,
});
