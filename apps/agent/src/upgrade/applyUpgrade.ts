import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { KEYS_BYTES, newestKey } from '@scout/agent-release/keys';
import { type ReleaseFile, versionPattern } from '@scout/contract/releases';
import type { Rollback } from '../installation/exchange.ts';
import type { Layout } from '../installation/layout.ts';
import { atomicWrite } from '../runtime/atomicWrite.ts';
import { nodeFs } from '../runtime/durableFs.ts';
import { Failure } from '../runtime/failure.ts';
import { lock } from '../runtime/lock.ts';
import type { Log } from '../runtime/log.ts';
import { fieldsOf } from '../transport/request.ts';
import { waitForHealth } from './health.ts';
import { MANIFEST_BYTES, upgradeIn, verifiedManifest } from './manifest.ts';
import { openRegularFile, readRegularFile } from './ownFile.ts';
import { findRollback, markVerified, prepareExchange } from './prepareExchange.ts';
import { parseRolledBack, rolledBackOf } from './rolledBackVersion.ts';
import { stagingOf } from './staging.ts';
import { followKey, readTrustedKey } from './trustedKey.ts';

/** Stops and starts the service around an exchange of its program. */
export interface ServiceControl {
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface ApplyOptions {
  readonly layout: Layout;
  readonly control: ServiceControl;
  readonly log: Log;
  /** Version of the running program. */
  readonly present: string;
  /** Time for the new version to reach the server, in milliseconds. */
  readonly patienceMs: number;
}

/**
 * Installs the downloaded release as root or an administrator and verifies the new version. If an earlier run was interrupted
 * before verification, such as by a power failure, that is completed first. Returns the version running at the end.
 * @throws {Failure}
 */
export async function applyUpgrade(options: ApplyOptions): Promise<string> {
  const { layout } = options;
  const staging = stagingOf(layout.state);
  const marked = (await readRegularFile(staging.ready, 100).catch(() => '')).toString().trim();
  // First, so that a failure below, such as a full disk, is not retried forever.
  await rm(staging.ready, { force: true });
  const unlock = await lock(layout.programs);
  const work = join(layout.programs, '.incoming');
  try {
    // Left by an interrupted upgrade.
    await clear(work);
    await mkdir(work, { recursive: true, mode: 0o700 });
    const pending = await pendingVersion(layout);
    const running = pending === null ? await exchange(options, work) : await catchUp(options, work, pending);
    await rm(staging.failed, { force: true });
    return running;
  } catch (error) {
    if (versionPattern.test(marked)) await noteFailure(options, marked, error as Error);
    throw error;
  } finally {
    await clear(work).finally(unlock);
  }
}

/** Removes a folder file by file: under Wine the runtime cannot remove it as a whole. */
async function clear(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) await rm(join(folder, name), { force: true });
  await rmdir(folder).catch(() => {});
}

/** The agent's folder is untrusted: everything is copied out of it before it is verified with root's key. */
async function exchange(options: ApplyOptions, work: string): Promise<string> {
  const { layout, control, log, present } = options;
  const staging = stagingOf(layout.state);
  const manifestText = await readRegularFile(staging.manifest, MANIFEST_BYTES);
  const signature = await readRegularFile(staging.signature, 64);
  const keys = await readRegularFile(staging.keys, KEYS_BYTES);
  const trusted = await readTrustedKey(layout);
  const key = newestKey(keys, trusted);
  const manifest = verifiedManifest(manifestText, signature, key);
  const file = upgradeIn(manifest, present);
  const fetched = join(work, 'package');
  const found = await copyOut(staging.package, fetched, file);
  await rm(staging.package, { force: true });
  // The release is complete and signed by a key announced by the trusted one: from here on the old key is not trusted.
  if (key !== trusted) {
    await followKey(layout, key);
    log.info('the release key was replaced by the one the current key announced');
  }
  const { version } = manifest;
  const prepared = await prepareExchange(layout, { path: fetched, isProgram: found !== file }, work, version);
  log.info(`installing version ${version} over ${present}`);
  try {
    await notePending(layout, version);
    await control.stop();
    // The health file of an earlier attempt must not count for this one.
    await rm(staging.health, { force: true });
    await prepared.put();
  } catch (error) {
    await rollBack(options, prepared);
    await rm(layout.pending, { force: true });
    throw error;
  }
  return judge(options, work, version, prepared);
}

async function catchUp(options: ApplyOptions, work: string, version: string): Promise<string> {
  const { layout, control, log, present } = options;
  const left = await findRollback(layout, work);
  log.warn(`installing version ${version} was interrupted`);
  if (left !== null) return judge(options, work, version, left);
  await control.start().catch((error: Error) => log.error(error.message));
  await rm(layout.pending, { force: true });
  return present;
}

/** Rolls back a version that does not reach the server in time; {@link rolledBackOf} decides about a retry. */
async function judge(
  options: ApplyOptions,
  work: string,
  version: string,
  before: Rollback,
): Promise<string> {
  const { layout, control, log, present } = options;
  const staging = stagingOf(layout.state);
  // A version that cannot be started does not reach the server either, and is rolled back for that.
  await control.start().catch((error: Error) => log.error(error.message));
  const health = await waitForHealth(staging.health, version, options.patienceMs);
  if (health === 'heard') {
    log.info(`version ${version} reached the server`);
    await markVerified(layout, work);
    await rm(layout.pending, { force: true });
    await removeOthers(layout, version);
    return version;
  }
  log.error(
    `version ${version} ${health === 'reading' ? 'did not reach the server' : 'did not read its sources'} in time: restoring ${present}`,
  );
  await rollBack(options, before);
  await refuse(options, version, health === 'reading').catch((error: Error) => log.error(error.message));
  await rm(layout.pending, { force: true });
  return present;
}

/** Restores the previous program and starts it, after any failure. */
async function rollBack({ control, log }: ApplyOptions, before: Rollback): Promise<void> {
  // On Windows this uses the new version's service host, which may be the faulty part.
  await control.stop().catch((error: Error) => log.error(error.message));
  await before.rollBack();
  await control.start();
}

interface Signed {
  readonly bytes: number;
  readonly sha256: string;
}

/** Copies the package or its program. Returns which of both it is. @throws {Failure} for another file */
async function copyOut(from: string, to: string, file: ReleaseFile): Promise<Signed> {
  const expected: readonly Signed[] = file.program ? [file, file.program] : [file];
  const most = Math.max(...expected.map(({ bytes }) => bytes));
  const source = await openRegularFile(from);
  const target = await open(to, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of source.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })) {
      bytes += (chunk as Buffer).length;
      if (bytes > most) break;
      hash.update(chunk as Buffer);
      await target.writeFile(chunk as Buffer);
    }
    const sha256 = hash.digest('hex');
    const found = expected.find((each) => each.bytes === bytes && each.sha256 === sha256);
    if (!found) throw new Failure('the download does not match the manifest');
    await target.sync();
    return found;
  } finally {
    await source.close();
    await target.close();
  }
}

/** Written for the agent to report to its server. */
async function noteFailure(
  { layout, log }: ApplyOptions,
  version: string,
  { message }: Error,
): Promise<void> {
  const text = JSON.stringify({ version, message });
  await writeForAgent(stagingOf(layout.state).failed, text).catch((error: Error) => log.error(error.message));
}

/** Writes a file into the agent's folder; always created, so that no link is followed. */
async function writeForAgent(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

async function refuse({ layout, log }: ApplyOptions, version: string, isReading: boolean): Promise<void> {
  const { refused } = stagingOf(layout.state);
  const before = parseRolledBack((await readRegularFile(refused, 1_000).catch(() => '')).toString());
  const refusal = rolledBackOf(before, version, isReading, new Date());
  await writeForAgent(refused, JSON.stringify(refusal));
  log.info(
    `version ${version} is ${refusal.again === null ? 'not retried' : `retried from ${refusal.again} on`}`,
  );
}

/** On disk before the service is stopped: a later run that finds it must complete the verification. */
const notePending = ({ programs, pending }: Layout, version: string): Promise<void> =>
  atomicWrite(nodeFs, programs, basename(pending), [Buffer.from(JSON.stringify({ version }))]);

async function pendingVersion({ pending }: Layout): Promise<string | null> {
  const text = await readFile(pending, 'utf8').catch(() => null);
  return text === null ? null : String(fieldsOf(JSON.parse(text)).version);
}

/** Removes earlier releases; the present one stays. */
async function removeOthers(layout: Layout, version: string): Promise<void> {
  const folder = join(layout.programs, 'releases');
  for (const name of await readdir(folder).catch(() => []))
    if (name !== version) await rm(join(folder, name), { recursive: true, force: true });
}
