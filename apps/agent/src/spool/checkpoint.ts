import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { AgentGap } from '@scout/contract';
import { atomicWrite, TEMPORARY } from '../runtime/atomicWrite.ts';
import type { DurableFs } from '../runtime/durableFs.ts';
import type { Log } from '../runtime/log.ts';
import type { Position } from './position.ts';

/** One event that was not accepted, by the server (at `batch` and `line`) or by the agent itself. */
export interface Rejection {
  readonly at: string;
  readonly source: string;
  readonly batch: number | null;
  readonly line: number | null;
  readonly code: string;
  readonly message: string;
}

/** A message for people: a cleared log, a missing rotated file, a damaged spool file. */
export interface Notice {
  readonly at: string;
  readonly message: string;
}

/** State that outlives acknowledged batches. */
export interface CheckpointState {
  /** Name of the last acknowledged batch; '' before the first. */
  acknowledged: string;
  /** `scout-batch` of the oldest unacknowledged batch. */
  next_batch: number;
  /** The agent_id of the server's last response; null before. */
  heard_as: string | null;
  /** Position after the last acknowledged batch, by source. */
  positions: Record<string, Position>;
  /** Totals of acknowledged batches since the creation of the state directory. */
  totals: { read: number; accepted: number; duplicates: number; rejected: number };
  rejections: { by_code: Record<string, number>; recent: Rejection[] };
  notices: Notice[];
  /** Gaps not acknowledged by the server, oldest first. */
  gaps: AgentGap[];
  /** Ids of the latest acknowledged gaps. */
  gaps_told: string[];
  last_acknowledged_at: string | null;
  last_contact_at: string | null;
  last_error: Notice | null;
}

const FILE = 'checkpoint.json';
const MAGIC = 'scout-checkpoint 1';
const RETRY_MS = 1_000;

const freshState = (firstBatch: number): CheckpointState => ({
  acknowledged: '',
  next_batch: firstBatch,
  heard_as: null,
  positions: {},
  totals: { read: 0, accepted: 0, duplicates: 0, rejected: 0 },
  rejections: { by_code: {}, recent: [] },
  notices: [],
  gaps: [],
  gaps_told: [],
  last_acknowledged_at: null,
  last_contact_at: null,
  last_error: null,
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Reads `checkpoint.json`: `scout-checkpoint 1 <sha256 of the rest>`, then the state as JSON. Null if missing.
 * @throws for a damaged file: continuing without it would send everything again.
 */
export async function readCheckpoint(fs: DurableFs, folder: string): Promise<CheckpointState | null> {
  let text: string;
  try {
    text = (await fs.readFile(join(folder, FILE))).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const end = text.indexOf('\n');
  const json = text.slice(end + 1);
  if (end === -1 || text.slice(0, end) !== `${MAGIC} ${sha256(json)}`) {
    throw new Error(
      `${join(folder, FILE)} is damaged. Restore it, or remove the whole state directory and enroll again: every source is then read from its start, and earlier events are sent again.`,
    );
  }
  return JSON.parse(json) as CheckpointState;
}

/**
 * The state read by {@link readCheckpoint}, kept in memory with delayed writes: changes are visible immediately, and durable
 * after {@link flush}. Pending writes are combined.
 */
export class Checkpoint {
  readonly #fs: DurableFs;
  readonly #folder: string;
  readonly #state: CheckpointState;
  readonly #log: Log;
  #version = 0;
  #durable = 0;
  #writing: Promise<void> | null = null;

  private constructor(fs: DurableFs, folder: string, state: CheckpointState, log: Log) {
    this.#fs = fs;
    this.#folder = folder;
    this.#state = state;
    this.#log = log;
  }

  /** A new state directory starts with number `firstBatch`: on disk immediately, because another enrollment may give a different one. */
  static async open(fs: DurableFs, folder: string, firstBatch: number, log: Log): Promise<Checkpoint> {
    await fs.remove(join(folder, `${FILE}${TEMPORARY}`));
    const kept = await readCheckpoint(fs, folder);
    if (kept !== null) return new Checkpoint(fs, folder, kept, log);
    const fresh = new Checkpoint(fs, folder, freshState(firstBatch), log);
    fresh.update(() => {});
    await fresh.flush();
    return fresh;
  }

  get state(): Readonly<CheckpointState> {
    return this.#state;
  }

  update(change: (state: CheckpointState) => void): void {
    change(this.#state);
    this.#version += 1;
    this.#writing ??= this.#write();
  }

  /** Resolves when every change made before the call is on disk. Waits while the disk is full. */
  async flush(): Promise<void> {
    const wanted = this.#version;
    while (this.#durable < wanted) {
      this.#writing ??= this.#write();
      await this.#writing;
    }
  }

  async #write(): Promise<void> {
    try {
      // Changes of the same tick share one write.
      await Promise.resolve();
      while (this.#durable < this.#version) {
        const version = this.#version;
        const json = JSON.stringify(this.#state);
        try {
          await atomicWrite(this.#fs, this.#folder, FILE, [Buffer.from(`${MAGIC} ${sha256(json)}\n${json}`)]);
          this.#durable = version;
        } catch (error) {
          this.#log.error(`cannot write ${join(this.#folder, FILE)}: ${(error as Error).message}`);
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
    } finally {
      this.#writing = null;
    }
  }
}
