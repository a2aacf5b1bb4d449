import { join } from 'node:path';
import { type ConfigurationDocument, readGroupSettings } from '@scout/contract/agentConfiguration';
import { limits } from '@scout/contract/limits';
import type { DurableFs } from '../runtime/durableFs.ts';
import { fieldsOf } from '../transport/request.ts';
import { isText, openDocument, readStored, type SignedDocument, writeStored } from './signedDocument.ts';

const FILE = 'configuration.json';
const { documentBytes, nameMax } = limits.agentGroup;
const KIND = { subject: 'The configuration is', longest: documentBytes } as const;

/** A document that cannot be used; `at`: the configuration that it is about, when it can be told. */
export class DocumentFault extends Error {
  readonly at: { group_id: string | null; version: number | null } | null;

  constructor(message: string, at: DocumentFault['at'] = null) {
    super(message);
    this.at = at;
  }
}

/**
 * Reads a document after checking its signature, its machine and its settings.
 * @throws {DocumentFault}
 */
export function verifiedDocument(received: unknown, key: string, agentId: string): ConfigurationDocument {
  const at = subjectOf(received);
  try {
    const { fields, issuedAt } = openDocument(received, { key, agentId }, KIND);
    const { group } = fields;
    const settings = readGroupSettings(fields.settings);
    if (typeof settings === 'string') throw new Error(settings);
    const { group_id, version, name } = fieldsOf(group);
    const isNamed = isText(group_id, 36) && Number.isSafeInteger(version) && isText(name, nameMax);
    if (at === null || (group !== null && !isNamed))
      throw new Error('The configuration has no group or version.');
    const issued_at = new Date(issuedAt).toISOString();
    return { agent_id: agentId, issued_at, group: group as ConfigurationDocument['group'], settings };
  } catch (error) {
    throw new DocumentFault((error as Error).message, at);
  }
}

/** The configuration that a document is about, also of one that is not used, so that the server can name it. */
function subjectOf(received: unknown): DocumentFault['at'] {
  try {
    const { document } = fieldsOf(received);
    if (!isText(document, documentBytes)) return null;
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
export const readDocument = (fs: DurableFs, folder: string): Promise<unknown> => readStored(fs, folder, FILE);

/** Stores a document for the next start, durable on return. */
export const writeDocument = (fs: DurableFs, folder: string, signed: SignedDocument): Promise<void> =>
  writeStored(fs, folder, FILE, signed);

export async function removeDocument(fs: DurableFs, folder: string): Promise<void> {
  await fs.remove(join(folder, FILE));
}
