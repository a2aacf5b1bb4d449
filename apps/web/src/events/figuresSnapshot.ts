import type { RuleId } from '@scout/detection';
import type { FiguresOf } from './rules.ts';
import { figuresKey, readOwner } from './storage.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Kept = { -readonly [Rule in RuleId]?: FiguresOf[Rule] };

/** The figures that a tenant's dashboards showed last, small enough to be read before the first paint. */
export interface FiguresSnapshot {
  get<Rule extends RuleId>(rule: Rule): FiguresOf[Rule] | null;
  /** Keeps the figures for the next visit. */
  put<Rule extends RuleId>(rule: Rule, figures: FiguresOf[Rule]): void;
}

/** Rows of a log that are kept: more than a screen shows at first. */
const logRows = 60;
/** Names of a list that are kept, for they are searched (shell/palette); where they are too long for the room, fewer. */
const namesKept = [500, 60] as const;
/** Characters that the figures of a rule may take; larger ones are not kept. */
const mostCharacters = 120_000;

/**
 * What is shown in the moment between the page's code and its figures: read at once, replaced as soon as the stored events
 * have been read. It belongs to one tenant and one time zone; anybody else's counts as none, and so does what cannot be read.
 */
export function createFiguresSnapshot(storage: Store, tenantId: string, timeZone: string): FiguresSnapshot {
  const kept = read(storage, tenantId, timeZone);
  const put: { [Rule in RuleId]?: FiguresOf[Rule] } = {};
  return {
    get: <Rule extends RuleId>(rule: Rule) => (kept[rule] as FiguresOf[Rule] | undefined) ?? null,
    put(rule, figures) {
      // After signing out nothing may be left behind.
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
        // No room: the events matter more, and the next visit begins with a skeleton.
        storage.removeItem(figuresKey);
      }
    },
  };
}

/** Figures as JSON, of each list what is kept; lists of names are called by what they count by. */
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
