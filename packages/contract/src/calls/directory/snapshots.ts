import { agentPaths } from '../../agentPaths.ts';
import { declareCall } from '../../call.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { directories: max } = limits;

const base64 = (most: number) =>
  z
    .string()
    .min(1)
    .max(Math.ceil(most / 3) * 4)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64');

/**
 * Begins the snapshot of a due directory that an admin gave to this agent, in place of an unfinished one. The key (Ed25519, SPKI) of
 * the first snapshot is the only one that later ones may be signed by.
 */
export const directorySnapshotBegin = declareCall({
  access: 'agent',
  method: 'POST',
  path: agentPaths.snapshots,
  summary: 'Begin the snapshot of a directory',
  tag: 'Agents',
  input: z.object({ directory_id: z.uuid(), key: base64(60) }),
  output: z.object({
    /** Part of what the agent signs, so that no earlier snapshot can be sent again. */
    snapshot_id: z.uuid(),
    /** Changes to read from; null: every entry. */
    position: z.object({ invocation_id: z.guid(), usn: z.string() }).nullable(),
  }),
  errors: ['not_found', 'awaiting_approval', 'subscription_ended', 'storage_low', 'snapshot_key'],
});

/** One piece of the gzip stream, in order; a repeated piece changes nothing. */
export const directorySnapshotPiece = declareCall({
  access: 'agent',
  method: 'POST',
  path: `${agentPaths.snapshots}/{snapshot_id}/pieces`,
  summary: 'Ship a piece of a snapshot',
  tag: 'Agents',
  input: z.object({
    snapshot_id: z.uuid(),
    number: z.number().int().min(1).max(max.pieces),
    body: base64(max.pieceBytes),
  }),
  output: z.object({ pieces: z.number().int() }),
  errors: ['not_found', 'awaiting_approval', 'subscription_ended', 'storage_low', 'snapshot_piece'],
});

/** The end of a snapshot: a signed document about its content, or about the problem of the directory. */
export const directorySnapshotFinish = declareCall({
  access: 'agent',
  method: 'POST',
  path: `${agentPaths.snapshots}/{snapshot_id}/finish`,
  summary: 'Finish the snapshot of a directory',
  tag: 'Agents',
  input: z.object({
    snapshot_id: z.uuid(),
    document: z.string().min(2).max(max.snapshotDocumentMax),
    signature: base64(64),
  }),
  output: z.object({ received: z.literal(true) }),
  errors: ['not_found', 'awaiting_approval', 'subscription_ended', 'storage_low', 'snapshot_refused'],
});
