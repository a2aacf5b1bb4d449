import type { Directory } from '@scout/contract';
import { credentialIn, DirectoryProblem, isFilter, kdcAddress } from '@scout/directory';
import type pg from 'pg';
import type { Seal } from '../../platform/crypto/seal.ts';
import type { AuditEntry } from '../../platform/database/audit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { certificatesIn } from '../../platform/outgoing/certificates.ts';
import { createGuard, hostOf } from '../../platform/outgoing/guard.ts';
import {
  type DirectorySettings,
  deleteDirectory,
  findReader,
  insertAgentDirectory,
  insertDirectory,
  makeDue,
  readDirectories,
} from './sql/directories.ts';

/** Context of a change by an admin or the operator, in its transaction. */
export interface DirectoryWork {
  readonly client: pg.ClientBase;
  readonly tenantId: string;
  readonly now: Date;
  readonly actor: string;
  readonly seal: Seal;
  readonly networks: readonly string[];
  log(entry: Pick<AuditEntry, 'action' | 'details'>): Promise<void>;
}

/** A directory to add, with the password or the keytab (in base64) in cleartext. */
interface ServerDirectory extends Omit<DirectorySettings, 'sign_in'> {
  readonly password: string | null;
  readonly keytab: string | null;
  readonly agent?: null | undefined;
}

/** A directory that the server reads, or an agent. */
export type NewDirectory = ServerDirectory | { readonly name: string; readonly agent: string };

/**
 * @throws Refusal directory_address, directory_sign_in, directory_keytab, directory_filter, directory_certificate, directory_agent,
 * directory_name or directory_limit
 */
export async function addDirectory(work: DirectoryWork, directory: NewDirectory): Promise<Directory> {
  if (typeof directory.agent === 'string') return addAgentDirectory(work, directory);
  const { password, keytab, agent: _, ...given } = directory;
  const { client, tenantId, now, actor, seal, log } = work;
  const url = new URL(given.url);
  requirePermitted(hostOf(url), true, work.networks);
  if (keytab !== null)
    requirePermitted(given.kdc === null ? hostOf(url) : kdcAddress(given.kdc).host, false, work.networks);
  const secret = secretOf({ ...given, password, keytab });
  if (given.filter !== null && !isFilter(given.filter)) throw new Refusal('directory_filter');
  const ca = given.ca === null ? null : certificatesIn(given.ca);
  if (ca === undefined) throw new Refusal('directory_certificate');
  const sign_in = keytab === null ? 'password' : 'keytab';
  const settings: DirectorySettings = { ...given, url: given.url.replace(/\/$/, ''), ca, sign_in };
  const id = await insertDirectory(client, tenantId, {
    settings,
    sealed: await seal.seal(secret),
    actor,
    now,
  });
  if (id === undefined) throw new Refusal('directory_limit');
  const { name, bind_name, kdc, base, filter } = settings;
  const details = { directory: id, name, host: url.host, bind_name, sign_in, kdc, base, filter };
  await log({ action: 'directory_added', details });
  return readOne(work, id);
}

/** Adds a directory that an agent reads, by the address and the sign-in in its own file. */
async function addAgentDirectory(
  work: DirectoryWork,
  { name, agent }: { readonly name: string; readonly agent: string },
): Promise<Directory> {
  const { client, tenantId, now, actor, log } = work;
  const reader = await findReader(client, tenantId, agent);
  if (reader === 'several')
    throw new Refusal('directory_agent', { message: 'Several agents have this name: give the id of one.' });
  if (reader === undefined) throw new Refusal('directory_agent');
  const { agent_id, host } = reader;
  const added = await insertAgentDirectory(client, tenantId, { name, agentId: agent_id, actor, now });
  if (typeof added === 'string') throw new Refusal(added);
  await log({ action: 'directory_added', details: { directory: added.id, name, agent_id, host } });
  return readOne(work, added.id);
}

/** Reads a directory in the background, every entry of it. @throws Refusal not_found */
export async function syncDirectory(work: DirectoryWork, directoryId: string): Promise<Directory> {
  const { client, tenantId, now, log } = work;
  const { name } = await readOne(work, directoryId);
  await makeDue(client, tenantId, directoryId, now);
  await log({ action: 'directory_sync_requested', details: { directory: directoryId, name } });
  return readOne(work, directoryId);
}

/** @throws Refusal not_found */
export async function removeDirectory(work: DirectoryWork, directoryId: string): Promise<{ deleted: true }> {
  const { client, tenantId, log } = work;
  const { name, url, agent, accounts } = await readOne(work, directoryId);
  await deleteDirectory(client, tenantId, directoryId);
  const host = url === null ? (agent?.host ?? null) : new URL(url).host;
  await log({ action: 'directory_removed', details: { directory: directoryId, name, host, accounts } });
  return { deleted: true };
}

async function readOne({ client, tenantId, now }: DirectoryWork, directoryId: string): Promise<Directory> {
  const [found] = await readDirectories(client, tenantId, now, directoryId);
  if (found === undefined)
    throw new Refusal('not_found', { message: 'The organization has no such directory.' });
  return found;
}

/** What is sealed: the password, or the account's keys of the keytab. @throws Refusal directory_sign_in or directory_keytab */
function secretOf({
  password,
  keytab,
  kdc,
  bind_name,
}: Pick<ServerDirectory, 'password' | 'keytab' | 'kdc' | 'bind_name'>): string {
  if (password !== null && keytab === null && kdc === null) return password;
  if (password !== null || keytab === null) throw new Refusal('directory_sign_in');
  try {
    return JSON.stringify(credentialIn(Buffer.from(keytab, 'base64'), bind_name));
  } catch (cause) {
    if (!(cause instanceof DirectoryProblem)) throw cause;
    throw new Refusal('directory_keytab', { message: cause.message, cause });
  }
}

function requirePermitted(host: string, isEncrypted: boolean, networks: readonly string[]): void {
  try {
    createGuard(networks).check(host, isEncrypted);
  } catch (cause) {
    throw new Refusal('directory_address', { cause });
  }
}
