import type { Mailer } from '../../platform/mail/mail.ts';
import type * as calling from '../auth/index.ts';
import { type CallServices, callsWith } from '../auth/index.ts';
import type { Printer } from './printer.ts';

/** Services for the calls about reports. */
export interface ReportServices extends CallServices {
  readonly mail: Mailer;
  /** Makes PDFs. */
  readonly printer: Printer;
  /** Public origin of the web application, for links in mails. */
  origin(): string;
}

/** The context of a member's call of this module. */
export type MemberContext = calling.MemberContext<ReportServices>;

/** Implements a call of this module. */
export const implementCall = callsWith<ReportServices>();
