import type { InfrastructureChangeFigures, InfrastructureChangeRow } from '../figures/shapes.ts';
import { PANEL_LIMITS } from './limits.ts';

/** The part of the figures shown by the Infrastructure Changes dashboard: the newest five separately, and all of them. */
export function infrastructureChangePanels(figures: InfrastructureChangeFigures): {
  recent: InfrastructureChangeRow[];
  log: InfrastructureChangeRow[];
} {
  return { recent: figures.log.slice(0, PANEL_LIMITS.infrastructureRecent), log: figures.log };
}
