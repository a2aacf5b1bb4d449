import type * as calling from '../auth/index.ts';
import { type CallServices, callsWith } from '../auth/index.ts';
import type { Payments } from './payments/payments.ts';

/** What calls about payments ask for. */
export interface BillingServices extends CallServices {
  readonly payments: Payments;
  /** Public origin of the web application. */
  origin(): string;
}

/** The context of a member's call of this module. */
export type MemberContext = calling.MemberContext<BillingServices>;

/** Implements a call of this module. */
export const implementCall = callsWith<BillingServices>();
