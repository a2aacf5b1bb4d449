import { statfs } from 'node:fs/promises';
import { Refusal } from '../../platform/http/refusal.ts';

/** Storage space for events. */
export interface Storage {
  /** @throws Refusal storage_low when the free space only suffices for sign-in, reading and keeping the database alive */
  admit(): Promise<void>;
  /** Null for a database on a machine that this server cannot access. */
  room(): Promise<Room | null>;
}

export interface Room {
  readonly freeBytes: number;
  /** Ingest is refused below this value. */
  readonly reserveBytes: number;
}

const LOOK_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = 60;

/** @param directory of the embedded database; undefined: an external database */
export function createStorage(directory: string | undefined, reserveBytes: number): Storage {
  let seen: { readonly at: number; readonly room: Promise<Room> } | undefined;

  async function look(path: string): Promise<Room> {
    const { bavail, bsize } = await statfs(path);
    return { freeBytes: bavail * bsize, reserveBytes };
  }

  async function room(): Promise<Room | null> {
    if (directory === undefined) return null;
    const now = performance.now();
    if (!seen || now - seen.at > LOOK_EVERY_MS) seen = { at: now, room: look(directory) };
    return seen.room;
  }

  return {
    room,
    async admit() {
      const left = await room();
      if (left === null || left.freeBytes >= left.reserveBytes) return;
      throw new Refusal('storage_low', { retryAfter: RETRY_AFTER_SECONDS });
    },
  };
}
