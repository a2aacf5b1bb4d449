import type { Config } from '../../platform/config/config.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import { type CallServices, callsWith } from '../auth/index.ts';

/** Services for the calls about sales. */
export interface SalesServices extends CallServices {
  readonly config: Pick<Config, 'salesEmails'>;
  readonly mail: Mailer;
}

/** Implements a call of this module. */
export const implementCall = callsWith<SalesServices>();
