import { declareCall } from '../../call.ts';
import { isoTime, queryNumber } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { foundRows, textMax } = limits.names;

/** A person or a host in the activity of service accounts in the last 30 days. */
const seenName = z.object({
  kind: z.enum(['person', 'host']),
  /** Lower case, without domain. */
  name: z.string(),
  /** Service accounts that the person used, or that came from or went to the host. */
  accounts: z.number().int().positive(),
  last_seen: isoTime,
});
export type SeenName = z.output<typeof seenName>;

/** People and hosts of service accounts whose name contains the text, case-insensitively; those of most accounts first. */
export const names = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'cases:read',
  method: 'GET',
  path: '/api/v1/names',
  summary: 'People and hosts by a part of their name',
  tag: 'Cases',
  input: z.object({
    text: z.string().trim().min(1).max(textMax),
    limit: queryNumber.pipe(z.number().int().min(1).max(foundRows)).default(foundRows),
  }),
  output: z.object({ names: z.array(seenName).max(foundRows) }),
});
