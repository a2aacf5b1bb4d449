import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/** The keys of the server that can be replaced: those that sign tokens, and those of each purpose of the keyring. */
export const keyNames = ['jwt', 'secrets', 'mail', 'codes', 'challenges', 'downloads', 'cursors'] as const;
export const keyName = z.enum(keyNames);
export type KeyName = (typeof keyNames)[number];

/** A key, without what is secret of it. */
export const serverKey = z.object({
  key: keyName,
  key_id: z.string(),
  /** `next` is known to all servers and not used yet; `former` still opens or verifies what it made. */
  state: z.enum(['next', 'current', 'former']),
  used_from: isoTime,
  /** When it is deleted; null: not planned. */
  expires_at: isoTime.nullable(),
});
export type ServerKey = z.infer<typeof serverKey>;
