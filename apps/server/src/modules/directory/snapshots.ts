import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { limits } from '@scout/contract';
import { DirectoryProblem, SNAPSHOT_KIND } from '@scout/directory';
import { z } from 'zod';

/** A text that PostgreSQL stores. */
export const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((given) => !given.includes('\0') && given.isWellFormed());

const { pieces, entries } = limits.directories;
const PROBLEM_MAX = 300;
const count = z.number().int().min(0).max(entries);

const signed = z.strictObject({
  kind: z.literal(SNAPSHOT_KIND),
  agent_id: z.uuid(),
  directory_id: z.uuid(),
  snapshot_id: z.uuid(),
  content: z
    .strictObject({
      pieces: z.number().int().min(1).max(pieces),
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      is_full: z.boolean(),
      position: z
        .strictObject({ invocation_id: z.guid(), usn: z.string().regex(/^[0-9]{1,18}$/) })
        .nullable(),
      domain: text(300),
      accounts: count,
      computers: count,
    })
    .nullable(),
  problem: z
    .strictObject({ message: text(PROBLEM_MAX).regex(/^\P{Cc}+$/u), is_sign_in: z.boolean() })
    .nullable(),
});

/** The Ed25519 key of an agent; undefined for another text. */
export function connectorKey(spki: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** SHA-256 of a key, as people compare it. */
export const keyFingerprint = (spki: string): string =>
  createHash('sha256').update(Buffer.from(spki, 'base64')).digest('base64url');

/** The agent, directory and snapshot that a signed document must name, and the key that must have signed it. */
export interface Expected {
  readonly agentId: string;
  readonly directoryId: string;
  readonly snapshotId: string;
  readonly key: string;
  /** Pieces that arrived, and their digest. */
  readonly pieces: number;
  readonly digest: Buffer;
}

/**
 * The problem that an agent signed instead of a snapshot, or null for a complete one.
 * @throws DirectoryProblem when this is no complete snapshot signed by the key
 */
export function openSnapshot(
  document: string,
  signature: string,
  expected: Expected,
): DirectoryProblem | null {
  const key = connectorKey(expected.key);
  if (key === undefined || !verify(null, Buffer.from(document), key, Buffer.from(signature, 'base64')))
    throw new DirectoryProblem('The snapshot is not signed by the key of the agent.');
  const { agent_id, directory_id, snapshot_id, content, problem } = contentOf(document);
  if (
    agent_id !== expected.agentId ||
    directory_id !== expected.directoryId ||
    snapshot_id !== expected.snapshotId
  )
    throw new DirectoryProblem('The snapshot of the agent is another one than it began.');
  if (problem !== null) return new DirectoryProblem(problem.message, { isSignIn: problem.is_sign_in });
  if (content === null) throw unreadable();
  if (content.pieces !== expected.pieces || content.digest !== expected.digest.toString('hex'))
    throw new DirectoryProblem('The snapshot of the agent is incomplete, or was changed on its way.');
  return null;
}

function contentOf(document: string): z.output<typeof signed> {
  try {
    return signed.parse(JSON.parse(document));
  } catch (cause) {
    throw unreadable(cause);
  }
}

export const unreadable = (cause?: unknown): DirectoryProblem =>
  new DirectoryProblem('The snapshot of the agent could not be read.', { cause });
