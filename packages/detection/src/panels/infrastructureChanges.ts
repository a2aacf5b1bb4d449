import type { InfrastructureChangeFigures, InfrastructureChangeRow } from '../figures/shapes.ts';
import { PANEL_LIMITS } from './limits.ts';

/** What the Infrastructure Changes dashboard shows of its figures: the newest five apart, and all of them. */
export function infrastructureChangePanels(figures: InfrastructureChangeFigures): {
  recent: InfrastructureChangeRow[];
  log: InfrastructureChangeRow[];
} {
  return { recent: figures.log.slice(0, PANEL_LIMITS.infrastructureRecent), log: figures.log };
}
