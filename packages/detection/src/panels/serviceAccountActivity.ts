import type { ServiceAccountActivityFigures } from '../figures/shapes.ts';
import { PANEL_LIMITS } from './limits.ts';

/** Rows of the figures shown by the Service Account Activity dashboard: the top 8 accounts and the top 12 workstations. */
export function serviceAccountActivityPanels(
  figures: ServiceAccountActivityFigures,
): ServiceAccountActivityFigures {
  return {
    ...figures,
    byServiceAccount: figures.byServiceAccount.slice(0, PANEL_LIMITS.activityAccounts),
    byWorkstation: figures.byWorkstation.slice(0, PANEL_LIMITS.activityWorkstations),
  };
}
