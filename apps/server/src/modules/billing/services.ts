import type * as calling from '../auth/index.ts';
import { type CallServices, callsWith } from '../auth/index.ts';
import type { Payments } from './payments/payments.ts';

/** Services for the calls about payments. */
export interface BillingServices extends CallServices {
  readonly payments: Payments;
  /** Public origin of the web application. */
  origin(): string;
}

/** The context of a member's call of this module. */
export type MemberContext = calling.MemberContext<BillingServices>;

/** Implements a call of this module. */
export const implementCall = callsWith<BillingServices>();
