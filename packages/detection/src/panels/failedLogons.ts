import type { FailedLogonFigures } from '../figures/shapes.ts';
import { PANEL_LIMITS } from './limits.ts';
import { isUnfiltered, matchesSearch } from './search.ts';

/** Applied texts of the two search boxes; 'all' is unfiltered. */
export type FailedLogonSearch = { account: string; server: string };

/** Lists shortened by panels: of figures, and of demo figures. */
type Listed = Pick<FailedLogonFigures, 'byServiceAccount' | 'byServer' | 'log'>;

/**
 * The part of the figures shown by the Failed Logons dashboard: of the top 50 accounts and servers the first 10, or only the
 * first match with a filter (specification section 4); of the log the first 100.
 */
export function failedLogonPanels<Figures extends Listed>(
  figures: Figures,
  search: FailedLogonSearch = { account: 'all', server: 'all' },
): Figures {
  return {
    ...figures,
    byServiceAccount: shown(figures.byServiceAccount, search.account, (row) => row.serviceAccount),
    byServer: shown(figures.byServer, search.server, (row) => row.server),
    log: figures.log.slice(0, PANEL_LIMITS.failedLogonLog),
  };
}

function shown<T>(rows: readonly T[], search: string, nameOf: (row: T) => string): T[] {
  const computed = rows.slice(0, PANEL_LIMITS.failedLogonsComputed);
  if (isUnfiltered(search)) return computed.slice(0, PANEL_LIMITS.failedLogonsShown);
  return computed.filter((row) => matchesSearch(nameOf(row), search)).slice(0, 1);
}
