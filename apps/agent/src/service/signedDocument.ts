import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { join } from 'node:path';
import { limits } from '@scout/contract/limits';
import { atomicWrite } from '../runtime/atomicWrite.ts';
import type { DurableFs } from '../runtime/durableFs.ts';
import { fieldsOf } from '../transport/request.ts';
import type { Credentials } from './credentials.ts';

/** A document as received, with its signature by the organization's key. */
export interface SignedDocument {
  readonly document: string;
  readonly signature: string;
}

/** Kinds of documents: words for one at the start of a sentence, and its maximum length in characters. */
export interface DocumentKind {
  readonly subject: 'The configuration is' | 'The names are';
  readonly longest: number;
}

export const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most;

function keyOf(spki: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  return key;
}

/** True for a key that can be pinned. */
function isPinnable(value: unknown): value is string {
  if (!isText(value, 100)) return false;
  try {
    keyOf(value);
    return true;
  } catch {
    return false;
  }
}

export const fingerprintOf = (spki: string): string =>
  createHash('sha256').update(Buffer.from(spki, 'base64')).digest('base64url');

/** The organization's key, which the first answer to a valid credential brings; null without one. */
export async function pinnedKey(
  credentials: Pick<Credentials, 'configurationKey' | 'pinConfigurationKey'>,
  offered: unknown,
): Promise<string | null> {
  if (credentials.configurationKey === null && isPinnable(offered))
    await credentials.pinConfigurationKey(offered);
  return credentials.configurationKey;
}

/**
 * Content of a document after checking its signature and its machine. The message of a fault is a sentence for the server.
 * @throws {Error}
 */
export function openDocument(
  received: unknown,
  { key, agentId }: { readonly key: string; readonly agentId: string },
  { subject, longest }: DocumentKind,
): { readonly fields: Readonly<Record<string, unknown>>; readonly issuedAt: number } {
  const { document, signature } = fieldsOf(received);
  if (!isText(document, longest) || !isText(signature, 100))
    throw new Error(`${subject} not a signed document.`);
  if (!verify(null, Buffer.from(document), keyOf(key), Buffer.from(signature, 'base64')))
    throw new Error(`${subject} not signed by the key that this machine pinned after its enrollment.`);
  const fields = fieldsOf(JSON.parse(document));
  if (fields.agent_id !== agentId) throw new Error(`${subject} for another machine.`);
  const issuedAt = isText(fields.issued_at, 40) ? Date.parse(fields.issued_at) : Number.NaN;
  if (Number.isNaN(issuedAt)) throw new Error(`${subject} without a date.`);
  return { fields, issuedAt };
}

/** A refusal's message as the server takes it. */
export const refusalMessage = ({ message }: Error): string =>
  message
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, limits.agentGroup.messageMax)
    .toWellFormed();

/** The JSON of an earlier run; null without a file. */
export async function readStored(fs: DurableFs, folder: string, file: string): Promise<unknown> {
  try {
    return JSON.parse((await fs.readFile(join(folder, file))).toString('utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Stores a document for the next start, durable on return. */
export async function writeStored(
  fs: DurableFs,
  folder: string,
  file: string,
  content: SignedDocument,
): Promise<void> {
  await atomicWrite(fs, folder, file, [Buffer.from(`${JSON.stringify(content)}\n`)]);
}
