import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { KEYS_BYTES, newestKey } from '@scout/agent-release/keys';
import { Failure } from '../runtime/failure.ts';
import type { Log } from '../runtime/log.ts';
import type { Network } from '../transport/network.ts';
import { assembleProgram } from './assembleProgram.ts';
import { continuedBody, small } from './continuedBody.ts';
import { MANIFEST_BYTES, upgradeIn, verifiedManifest } from './manifest.ts';
import { isRefused, parseRolledBack } from './rolledBackVersion.ts';
import { stagingOf } from './staging.ts';

export interface UpgradeSource {
  /** The agent's server, without a trailing slash. */
  readonly server: string;
  /** A folder with the same release instead of the server's; only content that is signed by the trusted key is taken from it. */
  readonly releaseUrl?: string | undefined;
  /** The way to the releases. */
  readonly network: Network;
  readonly state: string;
  /** The program that runs, of which a release may have most. */
  readonly running: string;
  readonly log: Log;
  /** PEM of the trusted key. */
  readonly releaseKey: string;
  /** Version offered by the server. */
  readonly offered: string;
  readonly present: string;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Timeout of a complete download over a slow connection. */
const PATIENCE_MS = 15 * 60_000;

/**
 * Downloads the release offered by the server into the state folder, verifies it with the trusted key, and marks it ready.
 * Returns its version; null when that version is already waiting, or was rolled back here and must not be attempted now.
 * @throws {Failure}
 */
export async function fetchUpgrade(source: UpgradeSource): Promise<string | null> {
  const { server, network, state, releaseKey, offered, present, running, log, now, signal } = source;
  const staging = stagingOf(state);
  const releases = source.releaseUrl ?? `${server}/releases/latest`;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const manifestText = await small(network, `${releases}/manifest.json`, MANIFEST_BYTES, limit);
  const signature = await small(network, `${releases}/manifest.json.sig`, 64, limit);
  const keys = await small(network, `${releases}/keys.json`, KEYS_BYTES, limit);
  const manifest = verifiedManifest(manifestText, signature, newestKey(keys, releaseKey));
  // A newer release may have appeared, which no admin has offered to this machine.
  if (manifest.version !== offered)
    throw new Failure(
      `the release is ${manifest.version}, not ${offered}, which the server offered (${releases})`,
    );
  const file = upgradeIn(manifest, present);
  const refusal = parseRolledBack(await readFile(staging.refused, 'utf8').catch(() => ''));
  if (isRefused(refusal, manifest.version, now)) return null;
  const waiting = await readFile(staging.ready, 'utf8').catch(() => '');
  if (waiting.trim() === manifest.version) return null;
  await rm(staging.ready, { force: true });
  await mkdir(staging.folder, { recursive: true, mode: 0o700 });
  try {
    const from = { network, url: `${releases}/${file.path}`, signal: limit };
    const received = await assembleProgram({ ...from, running, file, path: staging.package }).catch(
      (error: Error) => {
        if (limit.aborted) throw error;
        log.info(`version ${offered} is fetched as a whole: ${error.message}`);
        return null;
      },
    );
    if (received === null) await download(network, from.url, staging.package, file, limit);
    else log.info(`fetched ${received} bytes of version ${offered}; the rest is as in ${present}`);
  } catch (error) {
    // A partial package is useless, and the spool may need its space.
    await rm(staging.package, { force: true });
    throw error;
  }
  await writeFile(staging.manifest, manifestText, { mode: 0o600 });
  await writeFile(staging.signature, signature, { mode: 0o600 });
  await writeFile(staging.keys, keys, { mode: 0o600 });
  await writeFile(staging.ready, `${manifest.version}\n`, { mode: 0o600 });
  return manifest.version;
}

async function download(
  network: Network,
  url: string,
  path: string,
  expected: { bytes: number; sha256: string },
  signal: AbortSignal,
): Promise<void> {
  await rm(path, { force: true });
  const { coding, chunks } = await continuedBody(network, url, signal);
  const plain = coding === 'zstd' ? createZstdDecompress() : new PassThrough();
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > expected.bytes ? new Failure(`${url} is longer than in the manifest`) : null, chunk);
    },
  });
  await pipeline(chunks, plain, counted, createWriteStream(path, { mode: 0o600 }), { signal });
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
    throw new Failure(`${url} does not match the manifest`);
}
