import type { Mailer } from '../../platform/mail/mail.ts';
import type { IsMailProvider } from '../../platform/mail/mailProviders.ts';
import type { TxtRecords } from '../../platform/outgoing/txtRecords.ts';
import type * as calling from '../auth/index.ts';
import { type AuthStore, type CallServices, callsWith, type Keyring, type Passwords } from '../auth/index.ts';
import type { Payments } from '../billing/index.ts';

/** Services for the calls about organizations. */
export interface OrganizationServices extends CallServices {
  readonly authStore: AuthStore;
  readonly isMailProvider: IsMailProvider;
  readonly keys: Keyring;
  readonly mail: Mailer;
  readonly passwords: Passwords;
  readonly payments: Payments;
  readonly txtRecords: TxtRecords;
  /** Public origin of the web application, for links in mails. */
  origin(): string;
}

/** The context of anyone's call of this module. */
export type RequestContext = calling.RequestContext<OrganizationServices>;
/** The context of a signed-in person's call of this module. */
export type SignedInContext = calling.SignedInContext<OrganizationServices>;
/** The context of a member's call of this module. */
export type MemberContext = calling.MemberContext<OrganizationServices>;

/** Implements a call of this module. */
export const implementCall = callsWith<OrganizationServices>();
