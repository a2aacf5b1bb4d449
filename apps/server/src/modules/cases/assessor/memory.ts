import type { Bucket, DirectoryFacts } from '@scout/cases';

/** State of an organization that a process keeps between runs, for a revision of its position. */
export interface Remembered {
  readonly revision: string;
  readonly state: string;
  /** Open hours, as far as they were read. */
  readonly open: Map<number, Bucket>;
}

export interface Memory {
  /** Undefined when another process has assessed the organization since. */
  get(tenantId: string, revision: string): Remembered | undefined;
  set(tenantId: string, remembered: Remembered): void;
  delete(tenantId: string): void;
  /** What directories tell of some organizations, as of a version of what was read. */
  readonly directories: {
    get(tenantId: string): RememberedDirectory | undefined;
    set(tenantId: string, remembered: RememberedDirectory): void;
  };
}

interface RememberedDirectory {
  readonly version: string;
  readonly facts: DirectoryFacts;
}

/** Names of machines and accounts kept for all organizations together. */
const NAMES = 500_000;

const CELL_BYTES = 600;

/** Keeps the most recently assessed organizations within a byte budget; one that exceeds it alone is kept until the next. */
export function createMemory(budgetBytes = 256 * 1024 * 1024): Memory {
  const entries = new Map<string, Remembered & { bytes: number }>();
  let total = 0;
  function remove(tenantId: string): void {
    total -= entries.get(tenantId)?.bytes ?? 0;
    entries.delete(tenantId);
  }
  return {
    directories: createDirectories(),
    get(tenantId, revision) {
      const entry = entries.get(tenantId);
      return entry?.revision === revision ? entry : undefined;
    },
    set(tenantId, remembered) {
      remove(tenantId);
      const cells = [...remembered.open.values()].reduce(
        (sum, bucket) => sum + bucket.cells.size + bucket.sessions.length,
        0,
      );
      const bytes = remembered.state.length + cells * CELL_BYTES;
      entries.set(tenantId, { ...remembered, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= budgetBytes || oldest === tenantId) break;
        remove(oldest);
      }
    },
    delete: remove,
  };
}

/** Keeps the most recently read directories; one that exceeds the limit alone is kept until the next. */
function createDirectories(): Memory['directories'] {
  const known = new Map<string, RememberedDirectory>();
  const sizeOf = ({ facts }: RememberedDirectory) => facts.machines.size + facts.accounts.size;
  return {
    get: (tenantId) => known.get(tenantId),
    set(tenantId, remembered) {
      known.delete(tenantId);
      known.set(tenantId, remembered);
      let total = [...known.values()].reduce((sum, each) => sum + sizeOf(each), 0);
      for (const [oldest, each] of known) {
        if (total <= NAMES || oldest === tenantId) break;
        known.delete(oldest);
        total -= sizeOf(each);
      }
    },
  };
}
