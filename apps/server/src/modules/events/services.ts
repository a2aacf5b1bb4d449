import type { Seal } from '../../platform/crypto/seal.ts';
import type * as calling from '../auth/index.ts';
import { type CallServices, callsWith } from '../auth/index.ts';
import type { Updates } from './updates/updates.ts';

/** Services for the calls about events. */
export interface EventServices extends CallServices {
  /** Encrypts the cursors of the events call. */
  readonly cursorSeal: Seal;
  /** Notifies open pages of changes. */
  readonly updates: Updates;
}

/** The context of a member's call of this module. */
export type MemberContext = calling.MemberContext<EventServices>;

/** Implements a call of this module. */
export const implementCall = callsWith<EventServices>();
