import { statfs } from 'node:fs/promises';
import type { FreeSpace } from '../../platform/http/probes.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Storage space for events. */
export interface Storage {
  /** @throws Refusal storage_low when the free space only suffices for sign-in, reading and keeping the database alive */
  admit(): Promise<void>;
  /** Null for a database on a machine that this server cannot access. */
  freeSpace(): Promise<FreeSpace | null>;
}

const LOOK_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = 60;

/** @param directory of the embedded database; undefined: an external database */
export function createStorage(directory: string | undefined, reserveBytes: number): Storage {
  let seen: { readonly at: number; readonly space: Promise<FreeSpace> } | undefined;

  async function look(path: string): Promise<FreeSpace> {
    const { bavail, bsize } = await statfs(path);
    return { freeBytes: bavail * bsize, reserveBytes };
  }

  async function freeSpace(): Promise<FreeSpace | null> {
    if (directory === undefined) return null;
    const now = performance.now();
    if (!seen || now - seen.at > LOOK_EVERY_MS) seen = { at: now, space: look(directory) };
    return seen.space;
  }

  return {
    freeSpace,
    async admit() {
      const left = await freeSpace();
      if (left === null || left.freeBytes >= left.reserveBytes) return;
      throw new Refusal('storage_low', { retryAfter: RETRY_AFTER_SECONDS });
    },
  };
}
