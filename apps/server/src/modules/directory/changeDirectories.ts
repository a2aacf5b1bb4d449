import type { Directory } from '@scout/contract';
import { isFilter } from '@scout/directory';
import type pg from 'pg';
import type { Seal } from '../../platform/crypto/seal.ts';
import type { AuditEntry } from '../../platform/database/audit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { certificatesIn } from '../../platform/outgoing/certificates.ts';
import { createGuard, hostOf } from '../../platform/outgoing/guard.ts';
import {
  type DirectorySettings,
  deleteDirectory,
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

/** A directory to add, with the password in cleartext. */
export interface NewDirectory extends DirectorySettings {
  readonly password: string;
}

/** @throws Refusal directory_address, directory_filter, directory_certificate or directory_limit */
export async function addDirectory(
  work: DirectoryWork,
  { password, ...given }: NewDirectory,
): Promise<Directory> {
  const { client, tenantId, now, actor, seal, log } = work;
  const { host } = requirePermitted(given.url, work.networks);
  if (given.filter !== null && !isFilter(given.filter)) throw new Refusal('directory_filter');
  const ca = given.ca === null ? null : certificatesIn(given.ca);
  if (ca === undefined) throw new Refusal('directory_certificate');
  const settings = { ...given, url: given.url.replace(/\/$/, ''), ca };
  const id = await insertDirectory(client, tenantId, {
    settings,
    sealed: await seal.seal(password),
    actor,
    now,
  });
  if (id === undefined) throw new Refusal('directory_limit');
  const { name, bind_name, base, filter } = settings;
  await log({ action: 'directory_added', details: { directory: id, name, host, bind_name, base, filter } });
  return readOne(work, id);
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
  const { name, url, accounts } = await readOne(work, directoryId);
  await deleteDirectory(client, tenantId, directoryId);
  const { host } = new URL(url);
  await log({ action: 'directory_removed', details: { directory: directoryId, name, host, accounts } });
  return { deleted: true };
}

async function readOne({ client, tenantId, now }: DirectoryWork, directoryId: string): Promise<Directory> {
  const [found] = await readDirectories(client, tenantId, now, directoryId);
  if (found === undefined)
    throw new Refusal('not_found', { message: 'The organization has no such directory.' });
  return found;
}

function requirePermitted(text: string, networks: readonly string[]): URL {
  const url = new URL(text);
  try {
    createGuard(networks).check(hostOf(url), true);
  } catch (cause) {
    throw new Refusal('directory_address', { cause });
  }
  return url;
}
