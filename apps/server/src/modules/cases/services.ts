import type { Seal } from '../../platform/crypto/seal.ts';
import type { Fetcher } from '../../platform/outgoing/fetch.ts';
import type * as calling from '../auth/index.ts';
import { type CallServices, callsWith } from '../auth/index.ts';
import type { TrialThreads } from './assessor/trial/trialThreads.ts';

/** Services for the calls about cases. */
export interface CaseServices extends CallServices {
  /** Threads for trials of settings. */
  readonly trials: TrialThreads;
  /** Opens the credentials of ticket systems, which know changes. */
  readonly channelSeal: Seal;
  /** Asks ticket systems at addresses chosen by admins. */
  readonly ticketFetcher: Fetcher;
  /** Public origin of the web application, for links. */
  origin(): string;
}

/** The context of a member's call of this module. */
export type MemberContext = calling.MemberContext<CaseServices>;

/** Implements a call of this module. */
export const implementCall = callsWith<CaseServices>();
