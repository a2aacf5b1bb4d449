import type { Writes } from '../../platform/database/availability.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Outcome } from './groups.ts';
import { StaleNaming } from './naming.ts';
import { MayBeSentBefore } from './sql/sentBefore.ts';

export type IngestState = 'ok' | 'failing' | 'overdue' | 'stuck';

/** Groups without a stored batch in succession that are no coincidence. */
const FAILED_IN_SUCCESSION = 3;
/** After this time without a further failure nothing is known: agents retry much earlier. */
const FAILED_LATELY_MS = 10 * 60_000;
/** Longer than a statement and the detection of a dead connection take together. */
const STUCK_MS = 180_000;
/** Longer than writes take, and than the pauses between the ends of several. */
const LATE_MS = 10_000;

/** Outcomes that say nothing against the database. */
const isOfBatch = (error: unknown): boolean =>
  error instanceof Refusal || error instanceof StaleNaming || error instanceof MayBeSentBefore;

/** Watches the writes of groups of batches by this process. */
export interface WriteHealth extends Writes {
  /** The same function, watched. */
  watched<Parameters extends unknown[], Answer>(
    write: (...parameters: Parameters) => Promise<readonly Outcome<Answer>[]>,
  ): (...parameters: Parameters) => Promise<readonly Outcome<Answer>[]>;
  /** `stuck`: a write has not ended for minutes; `overdue`: one waits for seconds and none ends; `failing`: the last ones failed. */
  state(): IngestState;
}

/** @param now monotonic milliseconds */
export function createWriteHealth(now: () => number = () => performance.now()): WriteHealth {
  /** Starts of writes that have not ended. */
  const underWay = new Set<{ readonly since: number }>();
  let failures = 0;
  let failedAt = 0;
  let storedAt: number | undefined;
  let endedAt = 0;
  const fail = (): void => {
    failures += 1;
    failedAt = now();
  };
  const areLate = (): boolean => {
    // In the order of their starts.
    const [oldest] = underWay;
    return oldest !== undefined && now() - Math.max(oldest.since, endedAt) > LATE_MS;
  };
  return {
    watched:
      (write) =>
      async (...parameters) => {
        const entry = { since: now() };
        underWay.add(entry);
        try {
          const outcomes = await write(...parameters);
          const isFault = outcomes.every((outcome) => 'error' in outcome && !isOfBatch(outcome.error));
          if (isFault) fail();
          else {
            failures = 0;
            storedAt = now();
          }
          return outcomes;
        } catch (error) {
          fail();
          throw error;
        } finally {
          underWay.delete(entry);
          endedAt = now();
        }
      },
    sinceLast: () => (storedAt === undefined ? undefined : now() - storedAt),
    areLate,
    state() {
      if ([...underWay].some(({ since }) => now() - since > STUCK_MS)) return 'stuck';
      if (areLate()) return 'overdue';
      const isFailing = failures >= FAILED_IN_SUCCESSION && now() - failedAt < FAILED_LATELY_MS;
      return isFailing ? 'failing' : 'ok';
    },
  };
}
