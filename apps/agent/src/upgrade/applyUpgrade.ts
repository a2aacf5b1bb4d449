import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { versionPattern } from '@scout/contract/releases';
import type { TakingBack } from '../installation/exchange.ts';
import type { Layout } from '../installation/layout.ts';
import { Failure } from '../service/failure.ts';
import { lock } from '../service/lock.ts';
import type { Log } from '../service/log.ts';
import { atomicWrite } from '../spool/atomicWrite.ts';
import { nodeFs } from '../spool/durableFs.ts';
import { fieldsOf } from '../transport/request.ts';
import { waitForHealth } from './health.ts';
import { MANIFEST_BYTES, upgradeIn, verifiedManifest } from './manifest.ts';
import { openOwn, readOwn } from './ownFile.ts';
import { findTakingBack, keepAsProven, prepareExchange } from './prepareExchange.ts';
import { parseRefusal, refusalOf } from './refusal.ts';
import { KEYS_BYTES, newestKey } from './releaseKeys.ts';
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
  /** Version of the program that runs now. */
  readonly present: string;
  /** How long the new version has until the server has heard it. */
  readonly patienceMs: number;
}

/**
 * Puts what the agent fetched in place of the agent, as root or an administrator, and judges the new version. Where an earlier run was cut
 * short before its verdict, such as by a power failure, that is made up for first. Answers the version that runs in the end.
 * @throws {Failure}
 */
export async function applyUpgrade(options: ApplyOptions): Promise<string> {
  const { layout } = options;
  const staging = stagingOf(layout.state);
  const marked = (await readOwn(staging.ready, 100).catch(() => '')).toString().trim();
  // First of all, so that whatever happens below, such as on a full disk, is tried once.
  await rm(staging.ready, { force: true });
  const unlock = await lock(layout.programs);
  const work = join(layout.programs, '.incoming');
  try {
    // Of an upgrade that was cut short.
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

/** Removes a folder of files one by one: Wine does not let the runtime remove it as a whole. */
async function clear(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) await rm(join(folder, name), { force: true });
  await rmdir(folder).catch(() => {});
}

/** The agent's folder is not trusted: everything is copied out of it first, and only then checked against the key that root keeps. */
async function exchange(options: ApplyOptions, work: string): Promise<string> {
  const { layout, control, log, present } = options;
  const staging = stagingOf(layout.state);
  const manifestText = await readOwn(staging.manifest, MANIFEST_BYTES);
  const signature = await readOwn(staging.signature, 64);
  const keys = existsSync(staging.keys) ? await readOwn(staging.keys, KEYS_BYTES) : null;
  const trusted = await readTrustedKey(layout);
  const key = newestKey(keys, trusted);
  const manifest = verifiedManifest(manifestText, signature, key);
  const file = upgradeIn(manifest, present);
  const fetched = join(work, 'package');
  await copyOut(staging.package, fetched, file);
  await rm(staging.package, { force: true });
  // The release is whole and signed by a key that the trusted one announced: whoever has the old one has nothing any more.
  if (key !== trusted) {
    await followKey(layout, key);
    log.info('releases are signed by another key from now on, which the present one announced');
  }
  const { version } = manifest;
  const prepared = await prepareExchange(layout, fetched, work, version);
  log.info(`putting version ${version} in place of ${present}`);
  try {
    await notePending(layout, version);
    await control.stop();
    // What the new version said when it was tried before is not what it says now.
    await rm(staging.health, { force: true });
    await prepared.put();
  } catch (error) {
    await takeBack(options, prepared);
    await rm(layout.pending, { force: true });
    throw error;
  }
  return judge(options, work, version, prepared);
}

async function catchUp(options: ApplyOptions, work: string, version: string): Promise<string> {
  const { layout, control, log, present } = options;
  const left = await findTakingBack(layout, work);
  log.warn(`putting version ${version} in place was cut short`);
  if (left !== null) return judge(options, work, version, left);
  await control.start().catch((error: Error) => log.error(error.message));
  await rm(layout.pending, { force: true });
  return present;
}

/** A version that the server does not hear in time is taken back; whether for good says {@link refusalOf}. */
async function judge(
  options: ApplyOptions,
  work: string,
  version: string,
  before: TakingBack,
): Promise<string> {
  const { layout, control, log, present } = options;
  const staging = stagingOf(layout.state);
  // A new version that cannot even be started will not be heard either, and is taken back for that.
  await control.start().catch((error: Error) => log.error(error.message));
  const health = await waitForHealth(staging.health, version, options.patienceMs);
  if (health === 'heard') {
    log.info(`version ${version} was heard by the server`);
    await keepAsProven(layout, work);
    await rm(layout.pending, { force: true });
    await removeOthers(layout, version);
    return version;
  }
  log.error(
    `version ${version} ${health === 'reading' ? 'was not heard by the server' : 'did not read its sources'} in time: putting ${present} back`,
  );
  await takeBack(options, before);
  await refuse(options, version, health === 'reading').catch((error: Error) => log.error(error.message));
  await rm(layout.pending, { force: true });
  return present;
}

/** Whatever went wrong, a program must run here in the end. */
async function takeBack({ control, log }: ApplyOptions, before: TakingBack): Promise<void> {
  // On Windows the new version's own service host is asked, which may be what is broken.
  await control.stop().catch((error: Error) => log.error(error.message));
  await before.takeBack();
  await control.start();
}

async function copyOut(from: string, to: string, expected: { bytes: number; sha256: string }): Promise<void> {
  const source = await openOwn(from);
  const target = await open(to, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of source.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })) {
      bytes += (chunk as Buffer).length;
      if (bytes > expected.bytes) break;
      hash.update(chunk as Buffer);
      await target.writeFile(chunk as Buffer);
    }
    if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
      throw new Failure('what was fetched is not what the manifest says');
    await target.sync();
  } finally {
    await source.close();
    await target.close();
  }
}

/** For the agent to tell its server. */
async function noteFailure(
  { layout, log }: ApplyOptions,
  version: string,
  { message }: Error,
): Promise<void> {
  const text = JSON.stringify({ version, message });
  await writeForAgent(stagingOf(layout.state).failed, text).catch((error: Error) => log.error(error.message));
}

/** In the agent's folder, which it reads; made anew, so that no link is written through. */
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
  const before = parseRefusal((await readOwn(refused, 1_000).catch(() => '')).toString());
  const refusal = refusalOf(before, version, isReading, new Date());
  await writeForAgent(refused, JSON.stringify(refusal));
  log.info(
    `version ${version} is ${refusal.again === null ? 'not tried again' : `tried again from ${refusal.again} on`}`,
  );
}

/** On disk before the service is stopped: whoever finds it there has a verdict to make up for. */
const notePending = ({ programs, pending }: Layout, version: string): Promise<void> =>
  atomicWrite(nodeFs, programs, basename(pending), [Buffer.from(JSON.stringify({ version }))]);

async function pendingVersion({ pending }: Layout): Promise<string | null> {
  const text = await readFile(pending, 'utf8').catch(() => null);
  return text === null ? null : String(fieldsOf(JSON.parse(text)).version);
}

/** Of the versions that were upgraded to, the present one stays. */
async function removeOthers(layout: Layout, version: string): Promise<void> {
  const folder = join(layout.programs, 'releases');
  for (const name of await readdir(folder).catch(() => []))
    if (name !== version) await rm(join(folder, name), { recursive: true, force: true });
}
