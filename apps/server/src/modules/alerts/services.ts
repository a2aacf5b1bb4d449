import type { Seal } from '../../platform/crypto/seal.ts';
import type { Fetcher } from '../../platform/outgoing/fetch.ts';
import type { Poster } from '../../platform/outgoing/post.ts';
import type { SyslogSender } from '../../platform/outgoing/syslog.ts';
import type * as calling from '../auth/index.ts';
import { type CallServices, callsWith } from '../auth/index.ts';

/** Services for the calls about alerts. */
export interface AlertServices extends CallServices {
  /** Encrypts the secrets of channels. */
  readonly channelSeal: Seal;
  /** Sends webhooks to addresses chosen by admins. */
  readonly poster: Poster;
  /** Sends syslog to addresses chosen by admins. */
  readonly syslog: SyslogSender;
  /** Asks ticket systems at addresses chosen by admins. */
  readonly ticketFetcher: Fetcher;
}

/** The context of a member's call of this module. */
export type MemberContext = calling.MemberContext<AlertServices>;

/** Implements a call of this module. */
export const implementCall = callsWith<AlertServices>();
