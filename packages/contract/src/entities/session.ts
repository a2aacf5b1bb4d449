import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/** `aal1` while a second factor is still required, else `aal2` (also for users without a factor). */
export const assuranceLevels = ['aal1', 'aal2'] as const;

/** A short-lived access token. Its claims are `sub`, `tenant_id` (absent without an organization), `roles`, `aal` and `session_id`. */
export const session = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds from now. */
  expires_in: z.number().int(),
  /** Seconds since the epoch. */
  expires_at: z.number().int(),
});
export type Session = z.output<typeof session>;

/** User of a session. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  email_confirmed_at: isoTime.nullable(),
  last_sign_in_at: isoTime.nullable(),
  /** Time of the sign-in before this session's; null for the first. */
  previous_sign_in_at: isoTime.nullable(),
  created_at: isoTime,
});
export type User = z.output<typeof user>;

/** Claims of the JWT (spec section 3, session claims). */
export const claims = z.object({
  sub: z.string().min(1),
  tenant_id: z.uuid().optional(),
  roles: z.array(z.string()),
  aal: z.enum(assuranceLevels),
  session_id: z.string().min(1),
});
export type Claims = z.output<typeof claims>;
