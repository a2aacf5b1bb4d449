import { z } from '../zod.ts';
import { isoTime } from './fields.ts';
import { user } from './session.ts';

/** A user with the metadata of spec section 3. */
export const userWithMetadata = user.extend({
  user_metadata: z.object({
    first_name: z.string(),
    company_name: z.string(),
    alert_recipient_email: z.string().nullable(),
  }),
});
export type UserWithMetadata = z.output<typeof userWithMetadata>;

/** A signed-in browser in the list of sessions. */
export const activeSession = z.object({
  id: z.string(),
  created_at: isoTime,
  /** Time of the last access token renewal. */
  last_active_at: isoTime,
  expires_at: isoTime,
  address: z.string().nullable(),
  /** Display name: 'Firefox on Windows'. */
  device: z.string(),
  /** True for the current session. */
  current: z.boolean(),
});
export type ActiveSession = z.output<typeof activeSession>;

export const factorTypes = ['totp', 'phone'] as const;

/** A second factor (spec section 3). */
export const factor = z.object({
  id: z.uuid(),
  factor_type: z.enum(factorTypes),
  status: z.enum(['unverified', 'verified']),
  friendly_name: z.string(),
  created_at: isoTime,
});
export type Factor = z.output<typeof factor>;

/** A passkey of a person, which is a second factor and signs in alone. */
export const passkey = z.object({
  id: z.uuid(),
  friendly_name: z.string(),
  /** True when the passkey is kept by a service of several devices. */
  backed_up: z.boolean(),
  created_at: isoTime,
  last_used_at: isoTime.nullable(),
});
export type Passkey = z.output<typeof passkey>;
