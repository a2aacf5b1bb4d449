import { declareCall } from '../../call.ts';
import { z } from '../../zod.ts';

/** The kinds of news: stored events, cases that were opened or changed, or a change of the organization itself, such as its subscription. */
export const updateKinds = ['events', 'cases', 'organization'] as const;
export type UpdateKind = (typeof updateKinds)[number];

/**
 * Tells a page that something is new, as server-sent events named by `updateKinds` and without data: what is new is read by the calls
 * that are there for it. Ends soon after the access token has. Streamed by a route of its own.
 */
export const updates = declareCall({
  access: 'member',
  raw: true,
  method: 'GET',
  path: '/api/v1/updates',
  summary: 'Stream of notices that something is new',
  tag: 'Tables',
  input: z.object({}),
  output: z.string(),
});
