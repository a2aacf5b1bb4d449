import { agentPaths } from '../../agentPaths.ts';
import { declareCall } from '../../call.ts';
import { lineRejections } from '../../errors.ts';
import { z } from '../../zod.ts';

/** Outcome of a batch. `rejected` lists lines, numbered from 1; a repeated batch returns the same list with `accepted` 0. */
export const ingestAnswer = z.object({
  accepted: z.number().int().nonnegative(),
  duplicates: z.number().int().nonnegative(),
  rejected: z.array(
    z.object({ line: z.number().int().positive(), code: z.enum(lineRejections), message: z.string() }),
  ),
});
export type IngestAnswer = z.output<typeof ingestAnswer>;

/**
 * Accepts one batch of events: NDJSON, one event per line, optionally compressed; the answer's accept-encoding names the codings. Responds only after the batch's transaction has
 * committed. A separate route streams the body; limits are `limits.ingest`.
 */
export const ingestEvents = declareCall({
  access: 'agent',
  raw: true,
  method: 'POST',
  path: agentPaths.ingest,
  summary: 'Ship one batch of events',
  tag: 'Ingest',
  inputStructure: 'detailed',
  input: z.object({
    headers: z.object({
      'content-type': z.literal('application/x-ndjson'),
      'content-encoding': z.enum(['zstd', 'gzip', 'identity']).optional(),
      'scout-batch': z.string().regex(/^[1-9][0-9]{0,15}$/),
    }),
    body: z.string().meta({ description: 'One JSON value a line' }),
  }),
  output: ingestAnswer,
  errors: [
    'awaiting_approval',
    'subscription_ended',
    'invalid_batch_number',
    'batch_conflict',
    'truncated_body',
    'body_too_slow',
    'not_gzip',
    'quota_exceeded',
    'storage_low',
  ],
});
