import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { join } from 'node:path';
import { type ConfigurationDocument, readGroupSettings } from '@scout/contract/agentConfiguration';
import { limits } from '@scout/contract/limits';
import { atomicWrite } from '../runtime/atomicWrite.ts';
import type { DurableFs } from '../runtime/durableFs.ts';
import { fieldsOf } from '../transport/request.ts';

const FILE = 'configuration.json';
const { documentBytes, nameMax } = limits.agentGroup;

/** A document as received, with its signature. */
export interface SignedDocument {
  readonly document: string;
  readonly signature: string;
}

/** A document that cannot be used; `at`: the configuration that it is about, when it can be told. */
export class DocumentFault extends Error {
  readonly at: { group_id: string | null; version: number | null } | null;

  constructor(message: string, at: DocumentFault['at'] = null) {
    super(message);
    this.at = at;
  }
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most;

function keyOf(spki: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  return key;
}

/** True for a key that can be pinned. */
export function isConfigurationKey(value: unknown): value is string {
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

/**
 * Reads a document after checking its signature, its machine and its settings.
 * @throws {DocumentFault}
 */
export function verifiedDocument(received: unknown, key: string, agentId: string): ConfigurationDocument {
  const { document, signature } = fieldsOf(received);
  if (!isText(document, documentBytes) || !isText(signature, 100))
    throw new DocumentFault('The configuration is not a signed document.');
  const isSigned = verify(null, Buffer.from(document), keyOf(key), Buffer.from(signature, 'base64'));
  if (!isSigned)
    throw new DocumentFault(
      'The configuration is not signed by the key that this machine pinned after its enrollment.',
      subjectOf(document),
    );
  const fields = fieldsOf(JSON.parse(document));
  const { agent_id, issued_at, group } = fields;
  const at = subjectOf(document);
  if (agent_id !== agentId) throw new DocumentFault('The configuration is for another machine.', at);
  const settings = readGroupSettings(fields.settings);
  if (typeof settings === 'string') throw new DocumentFault(settings, at);
  const isDated = isText(issued_at, 40) && !Number.isNaN(Date.parse(issued_at));
  const { group_id, version, name } = fieldsOf(group);
  const isNamed = isText(group_id, 36) && Number.isSafeInteger(version) && isText(name, nameMax);
  if (at === null || !isDated || (group !== null && !isNamed))
    throw new DocumentFault('The configuration has no group, version or date.', at);
  return { agent_id: agentId, issued_at, group: group as ConfigurationDocument['group'], settings };
}

/** The configuration that a document is about, also of one that is not used, so that the server can name it. */
function subjectOf(document: string): DocumentFault['at'] {
  try {
    const { group } = fieldsOf(JSON.parse(document));
    if (group === null) return { group_id: null, version: null };
    const { group_id, version } = fieldsOf(group);
    const isNamed = isText(group_id, 36) && Number.isSafeInteger(version) && (version as number) > 0;
    return isNamed ? { group_id, version: version as number } : null;
  } catch {
    return null;
  }
}

/** The document of an earlier run; null without one. */
export async function readDocument(fs: DurableFs, folder: string): Promise<unknown> {
  try {
    return JSON.parse((await fs.readFile(join(folder, FILE))).toString('utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Stores a document for the next start, durable on return. */
export async function writeDocument(fs: DurableFs, folder: string, signed: SignedDocument): Promise<void> {
  await atomicWrite(fs, folder, FILE, [Buffer.from(`${JSON.stringify(signed)}\n`)]);
}

export async function removeDocument(fs: DurableFs, folder: string): Promise<void> {
  await fs.remove(join(folder, FILE));
}
