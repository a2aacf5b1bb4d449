import { declareCall } from '../../call.ts';
import { z } from '../../zod.ts';

/** Kinds of updates: stored events, opened or changed cases, or a change of the organization itself, such as its subscription. */
export const updateKinds = ['events', 'cases', 'organization'] as const;
export type UpdateKind = (typeof updateKinds)[number];

/**
 * Notifies a page of changes by server-sent events named by `updateKinds`, without data; the page then makes the matching calls.
 * Ends soon after the access token expires. Streamed by a separate route.
 */
export const updates = declareCall({
  access: 'member',
  also: ['analyst', 'auditor'],
  raw: true,
  method: 'GET',
  path: '/api/v1/updates',
  summary: 'Stream of update notices',
  tag: 'Tables',
  input: z.object({}),
  output: z.string(),
});
