import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/** The server's replaceable keys: token signing keys, and those of each purpose of the keyring. */
export const keyNames = ['jwt', 'secrets', 'mail', 'codes', 'challenges', 'downloads', 'cursors'] as const;
export const keyName = z.enum(keyNames);
export type KeyName = (typeof keyNames)[number];

/** A key without its secret. */
export const serverKey = z.object({
  key: keyName,
  key_id: z.string(),
  /** `next`: known to all servers and not used yet; `former`: still decrypts or verifies. */
  state: z.enum(['next', 'current', 'former']),
  used_from: isoTime,
  /** Time of deletion; null: not scheduled. */
  expires_at: isoTime.nullable(),
});
export type ServerKey = z.infer<typeof serverKey>;
