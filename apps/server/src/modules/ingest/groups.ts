import type { Place } from './gate.ts';

export interface GroupLimits {
  /** Batches of a group. */
  readonly batches: number;
  /** Maximum bytes written by a group, except for a single larger batch. */
  readonly rows: number;
  /** Maximum bytes of rollups folded together in one turn of the event loop. */
  readonly rollups: number;
  /** Groups of one organization written, or about to be written, concurrently. */
  readonly atOnce: number;
  /** Milliseconds that a group waits for batches of its organization that are being read, */
  readonly gatherMs: number;
  /** unless it has as many bytes to write: then another round trip costs little beside them. */
  readonly gatherRows: number;
}

/** While one group waits for the disk the next is copied. More than two would wait for each other's rollup rows. */
export const GROUP_LIMITS: GroupLimits = {
  batches: 128,
  rows: 4 * 1024 * 1024,
  rollups: 256 * 1024,
  atOnce: 2,
  gatherMs: 20,
  gatherRows: 64 * 1024,
};

/** The answer for a batch, or the reason for its absence. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly error: unknown };

/** A parsed batch. */
export interface Ready<Batch> {
  readonly tenantId: string;
  readonly batch: Batch;
  /** Bytes written, and the part of its rollups. */
  readonly rows: number;
  readonly rollups: number;
  readonly place: Place;
  readonly coming: Coming;
}

/** A batch on its way into a group. */
export interface Coming {
  /** Must be called in every case, at the latest when the batch has failed. Further calls do nothing. */
  ended(): void;
}

/** Concurrently waiting batches of an organization, written together. */
export interface Groups<Batch, Answer> {
  /** Announces a batch whose body is there: a group of its organization waits a moment for it. */
  expect(tenantId: string): Coming;
  /** Resolves or rejects with the batch's own outcome, after its group's commit. */
  store(ready: Ready<Batch>): Promise<Answer>;
}

interface QueuedBatch<Batch, Answer> extends Ready<Batch> {
  settle(outcome: Outcome<Answer>): void;
}

interface Group<Batch, Answer> {
  readonly queued: QueuedBatch<Batch, Answer>[];
  rows: number;
  rollups: number;
  /** True while it waits for a writing place; others may still join. */
  isNext: boolean;
  /** True until its time to wait for others is over. */
  gathers: boolean;
}

interface Queue<Batch, Answer> {
  /** Groups not being written yet, oldest first. */
  readonly groups: Group<Batch, Answer>[];
  underWay: number;
  /** Batches on their way. */
  coming: number;
}

/**
 * Group commit: while an organization's transactions wait for the disk, or for shared rollup rows, arriving batches gather and
 * are written in one transaction. A single batch is written immediately, unless others of its organization are about to be there.
 * @param write returns an outcome for each batch, in order
 */
export function createGroups<Batch, Answer>(
  limits: GroupLimits,
  write: (tenantId: string, batches: readonly Batch[]) => Promise<readonly Outcome<Answer>[]>,
): Groups<Batch, Answer> {
  const queues = new Map<string, Queue<Batch, Answer>>();

  function join(queue: Queue<Batch, Answer>, entry: QueuedBatch<Batch, Answer>): void {
    const last = queue.groups.at(-1);
    if (last && fits(last, entry)) {
      last.queued.push(entry);
      last.rows += entry.rows;
      last.rollups += entry.rollups;
    } else {
      const { rows, rollups, tenantId } = entry;
      const group = {
        queued: [entry],
        rows,
        rollups,
        isNext: false,
        gathers: queue.coming > 0 && rows < limits.gatherRows,
      };
      queue.groups.push(group);
      if (group.gathers) {
        setTimeout(() => {
          group.gathers = false;
          begin(tenantId, queue);
        }, limits.gatherMs);
      }
    }
  }

  const mayGrow = (queue: Queue<Batch, Answer>, group: Group<Batch, Answer>): boolean =>
    group.gathers &&
    queue.coming > 0 &&
    group === queue.groups.at(-1) &&
    group.rows < limits.gatherRows &&
    group.queued.length < limits.batches;

  const fits = (group: Group<Batch, Answer>, { rows, rollups }: Ready<Batch>): boolean =>
    group.queued.length < limits.batches &&
    group.rows + rows <= limits.rows &&
    group.rollups + rollups <= limits.rollups;

  function begin(tenantId: string, queue: Queue<Batch, Answer>): void {
    for (const group of queue.groups) {
      if (queue.underWay >= limits.atOnce) return;
      if (group.isNext) continue;
      if (mayGrow(queue, group)) return;
      group.isNext = true;
      queue.underWay += 1;
      void run(tenantId, queue, group);
    }
  }

  async function run(
    tenantId: string,
    queue: Queue<Batch, Answer>,
    group: Group<Batch, Answer>,
  ): Promise<void> {
    const { queued } = group;
    // A group is written in the place of its first batch.
    await queued[0]?.place.write(group.rows);
    queue.groups.splice(queue.groups.indexOf(group), 1);
    const batches = queued.map(({ batch }) => batch);
    const outcomes = await write(tenantId, batches).catch((error) => batches.map(() => ({ error })));
    for (const [index, entry] of queued.entries()) entry.settle(outcomes[index]!);
    queue.underWay -= 1;
    if (!isForgotten(tenantId, queue)) begin(tenantId, queue);
  }

  function queueOf(tenantId: string): Queue<Batch, Answer> {
    const queue = queues.get(tenantId) ?? { groups: [], underWay: 0, coming: 0 };
    queues.set(tenantId, queue);
    return queue;
  }

  function isForgotten(tenantId: string, { underWay, groups, coming }: Queue<Batch, Answer>): boolean {
    return underWay === 0 && groups.length === 0 && coming === 0 && queues.delete(tenantId);
  }

  return {
    expect(tenantId) {
      const queue = queueOf(tenantId);
      queue.coming += 1;
      let isComing = true;
      return {
        ended() {
          if (!isComing) return;
          isComing = false;
          queue.coming -= 1;
          if (!isForgotten(tenantId, queue) && queue.coming === 0) begin(tenantId, queue);
        },
      };
    },
    store(ready) {
      const { tenantId } = ready;
      // A batch that fills a group alone must not take the space of those that can share one.
      if (ready.rows < limits.rows) ready.place.park(ready.rows);
      return new Promise((resolve, reject) => {
        const queue = queueOf(tenantId);
        join(queue, {
          ...ready,
          settle: (outcome) => ('answer' in outcome ? resolve(outcome.answer) : reject(outcome.error)),
        });
        ready.coming.ended();
        begin(tenantId, queue);
      });
    },
  };
}
