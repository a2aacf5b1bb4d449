import type { FiguredRule, FiguresOf } from '@scout/detection';
import { figuresKey, readOwner } from '../store/recentEvents.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Kept = { -readonly [Rule in FiguredRule]?: FiguresOf[Rule] };

/** The last figures of a tenant's dashboards, small enough to be read before the first paint. */
export interface FiguresSnapshot {
  get<Rule extends FiguredRule>(rule: Rule): FiguresOf[Rule] | null;
  /** Stores the figures for the next visit. */
  put<Rule extends FiguredRule>(rule: Rule, figures: FiguresOf[Rule]): void;
}

/** Stored rows of a log: more than the first screen shows. */
const logRows = 60;
/** Stored names per list, for the command palette; the second number applies if the first does not fit. */
const namesKept = [500, 60] as const;
/** Maximum characters per rule; larger figures are not stored. */
const mostCharacters = 120_000;

/**
 * Figures for the first render, until the stored events have been counted. A snapshot of another tenant or time zone, or one that cannot
 * be parsed, counts as none.
 */
export function createFiguresSnapshot(storage: Store, tenantId: string, timeZone: string): FiguresSnapshot {
  const kept = read(storage, tenantId, timeZone);
  const put: { [Rule in FiguredRule]?: FiguresOf[Rule] } = {};
  return {
    get: <Rule extends FiguredRule>(rule: Rule) => (kept[rule] as FiguresOf[Rule] | undefined) ?? null,
    put(rule, figures) {
      // Never writes after sign-out.
      if (put[rule] === figures || readOwner(storage)?.tenantId !== tenantId) return;
      put[rule] = figures;
      const short = namesKept
        .map((names) => shortened(figures, names))
        .find(({ length }) => length <= mostCharacters);
      if (short === undefined) delete kept[rule];
      else kept[rule] = JSON.parse(short);
      try {
        storage.setItem(figuresKey, JSON.stringify({ tenantId, timeZone, kept }));
      } catch {
        // Storage is full: events take precedence, and the next visit starts with a skeleton.
        storage.removeItem(figuresKey);
      }
    },
  };
}

/** Figures as JSON with shortened lists; lists of names have keys that start with `by`. */
function shortened(figures: object, names: number): string {
  return JSON.stringify(figures, (key, value) =>
    Array.isArray(value) ? value.slice(0, key.startsWith('by') ? names : logRows) : value,
  );
}

function read(storage: Store, tenantId: string, timeZone: string): Kept {
  try {
    const found = JSON.parse(storage.getItem(figuresKey) ?? '{}') as {
      tenantId?: unknown;
      timeZone?: unknown;
      kept?: Kept;
    };
    const own = found.tenantId === tenantId && found.timeZone === timeZone;
    return own && typeof found.kept === 'object' && found.kept !== null ? found.kept : {};
  } catch {
    return {};
  }
}
