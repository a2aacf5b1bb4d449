import type { InteractiveLogonFigures } from '../figures/shapes.ts';
import { PANEL_LIMITS } from './limits.ts';

/** Rows of the figures shown by the Interactive Logons dashboard: the top 12 workstations and 200 rows of the log. */
export function interactiveLogonPanels(figures: InteractiveLogonFigures): InteractiveLogonFigures {
  return {
    ...figures,
    byWorkstation: figures.byWorkstation.slice(0, PANEL_LIMITS.interactiveWorkstations),
    log: figures.log.slice(0, PANEL_LIMITS.interactiveLog),
  };
}
