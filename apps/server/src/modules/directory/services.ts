import type { Seal } from '../../platform/crypto/seal.ts';
import type { FairQueue } from '../../platform/http/fairQueue.ts';
import type * as calling from '../auth/index.ts';
import { type CallServices, callsWith } from '../auth/index.ts';
import type { Storage } from '../ingest/index.ts';

/** Services for the calls about directories. */
export interface DirectoryServices extends CallServices {
  /** Encrypts the passwords with which directories are read. */
  readonly directorySeal: Seal;
  /** Storage space, of which snapshots leave the reserve alone. */
  readonly storage: Storage;
  /** Divides the steps of snapshots that agents ship among organizations. */
  readonly snapshotQueue: FairQueue;
  /** Non-public addresses and networks in which controllers may be asked. */
  readonly directoryNetworks: readonly string[];
}

/** The context of a member's call of this module. */
export type MemberContext = calling.MemberContext<DirectoryServices>;

/** Implements a call of this module. */
export const implementCall = callsWith<DirectoryServices>();
