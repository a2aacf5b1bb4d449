import { declareCall } from '../call.ts';
import { keyName } from '../entities/key.ts';
import { z } from '../zod.ts';

/**
 * Seals the next rows of a purpose with its current key, and plans the end of the former keys with the last of them. Asked
 * again with `after` of its answer until that is null; harmless when repeated.
 */
export const operatorKeysReseal = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/keys/{key}/reseal',
  summary: 'Seal anew what former keys sealed',
  tag: 'Operator',
  input: z.object({ key: keyName, after: z.string().max(64).default('') }),
  output: z.object({
    /** The new key is not used by all servers yet: nothing was done, ask again in a second. */
    waiting: z.boolean(),
    resealed: z.number().int(),
    /** Rows that no key opens; they stay, and so do the former keys. */
    unreadable: z.number().int(),
    after: z.string().nullable(),
  }),
});
