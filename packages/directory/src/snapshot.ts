import { createHash } from 'node:crypto';
import type { AccountEntry, ComputerEntry } from './accounts.ts';
import type { ReadPosition } from './readDirectory.ts';

/** One line of the snapshot that an agent ships: JSON, compressed by gzip, in pieces. */
export type SnapshotLine =
  | { readonly account: AccountEntry }
  | { readonly computer: ComputerEntry }
  | { readonly removed: string }
  | { readonly privileged: readonly [sid: string, groups: readonly string[]] };

/** The statement that an agent signs about a snapshot: its content, or why there is none. */
export interface SnapshotDocument {
  readonly kind: typeof SNAPSHOT_KIND;
  readonly agent_id: string;
  readonly directory_id: string;
  readonly snapshot_id: string;
  readonly content: SnapshotContent | null;
  readonly problem: { readonly message: string; readonly is_sign_in: boolean } | null;
}

export interface SnapshotContent {
  /** Number of pieces, and their digest (hexadecimal). */
  readonly pieces: number;
  readonly digest: string;
  readonly is_full: boolean;
  readonly position: ReadPosition | null;
  readonly domain: string;
  readonly accounts: number;
  readonly computers: number;
}

/** First words of what is signed, so that no other signature of the key counts as one. */
export const SNAPSHOT_KIND = 'scout directory snapshot';

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The digest of no pieces. */
export const NO_PIECES: Buffer = Buffer.alloc(32);

/** The digest of pieces with one more: it depends on the content and the order of all. */
export const digestWith = (digest: Uint8Array, piece: Uint8Array): Buffer => sha256(digest, sha256(piece));
