import { sign } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Part } from '@scout/agent/packaging/formats/part';
import type { Enrolment } from '@scout/agent/packaging/packages/built';
import { configure, type Prepared, prepare, type Recipes } from '@scout/agent/packaging/packages/recipe';
import type { AgentRelease } from '@scout/contract';
import { releaseManifest } from '@scout/contract/entities/release-manifest';
import { findPackage, packagePath, type ReleaseFile, type ReleaseManifest } from '@scout/contract/releases';
import type { FastifyBaseLogger } from 'fastify';
import type { ReleaseKey } from './signingKey.ts';

const signBytes = promisify(sign) as (
  algorithm: null,
  data: Buffer,
  key: ReleaseKey['privateKey'],
) => Promise<Buffer>;

/** A release on disk, as `npm run build:agents` left it. */
export interface Release {
  readonly folder: string;
  readonly manifest: ReleaseManifest;
  /** The manifest's bytes, as they are served and signed. */
  readonly manifestText: Buffer;
  readonly files: ReadonlyMap<string, ReleaseFile>;
  readonly recipes: Recipes;
}

/** The newest release and everything that is served of it. */
export interface Releases {
  readonly publicPem: string;
  /** Null until a release was built. */
  current(): Release | null;
  /** The newest agent for a platform as agents report it ('linux 6.12.1 x64'); null when there is none to offer. */
  latestAgent(platform: string): AgentRelease | null;
  /** Raw Ed25519 signature, 64 bytes: of a package by its path, or of the manifest. */
  signature(release: Release, path: string | 'manifest'): Promise<Buffer>;
  /** A package with a configuration in it. */
  configured(release: Release, path: string, enrolment: Enrolment): Promise<Part[]>;
  /** Reads what {@link configured} will need, so that the first byte of a download does not wait for it. */
  warmUp(release: Release, path: string): Promise<void>;
}

/** Systems as the agent's runtime calls them. An agent replaces itself from the package that holds just the program. */
const upgradePackages: Readonly<Record<string, Parameters<typeof findPackage>[0]>> = {
  win32: { platform: 'windows', kind: 'exe' },
  windows: { platform: 'windows', kind: 'exe' },
  darwin: { platform: 'macos', kind: 'tar.gz' },
  linux: { platform: 'linux', kind: 'tar.gz' },
};

/** Releases below `root`, signed by `key`. */
export function openReleases(root: string, key: ReleaseKey, log: Pick<FastifyBaseLogger, 'error'>): Releases {
  const pointer = join(root, 'current.json');
  let known: { stamp: number; release: Release } | null = null;
  let faultyStamp: number | undefined;
  const prepared = new Map<string, Promise<Prepared>>();
  const signatures = new Map<string, Promise<Buffer>>();
  let signing: Promise<unknown> = Promise.resolve();

  function current(): Release | null {
    const stamp = statSync(pointer, { throwIfNoEntry: false })?.mtimeMs;
    if (stamp === undefined) return null;
    if (known?.stamp === stamp) return known.release;
    try {
      const { folder } = JSON.parse(readFileSync(pointer, 'utf8')) as { folder: string };
      known = { stamp, release: readRelease(join(root, folder)) };
    } catch (err) {
      // Heartbeats ask for the newest release as well, and must not fail with it. The next look may find it whole.
      if (faultyStamp !== stamp)
        log.error({ err }, `${pointer} names no whole release: build or copy it again`);
      faultyStamp = stamp;
      return null;
    }
    prepared.clear();
    signatures.clear();
    return known.release;
  }

  function preparation(release: Release, path: string): Promise<Prepared> {
    const { sha256 } = release.files.get(path)!;
    return remembered(prepared, sha256, () => prepare(release.recipes[path]!, join(release.folder, path)));
  }

  return {
    publicPem: key.publicPem,
    current,
    latestAgent(platform) {
      const [system = '', arch] = [platform.split(' ')[0], platform.split(' ').at(-1)];
      const kind = upgradePackages[system];
      const wanted = kind && findPackage({ ...kind, arch: arch === 'arm64' ? 'arm64' : 'x64' });
      const release = wanted && current();
      const file = release?.files.get(packagePath(wanted!));
      if (!release || !file) return null;
      const { sha256, bytes } = file;
      return { version: release.manifest.version, url: `/releases/latest/${file.path}`, sha256, bytes };
    },
    async signature(release, path) {
      if (path === 'manifest') return signBytes(null, release.manifestText, key.privateKey);
      return remembered(signatures, release.files.get(path)!.sha256, () => {
        // One after the other, because each holds a whole package in memory.
        const made = signing.then(async () =>
          signBytes(null, await readFile(join(release.folder, path)), key.privateKey),
        );
        signing = made.catch(() => {});
        return made;
      });
    },
    async configured(release, path, enrolment) {
      const ready = await preparation(release, path);
      return configure(release.recipes[path]!, join(release.folder, path), ready, enrolment);
    },
    async warmUp(release, path) {
      await preparation(release, path);
    },
  };
}

/** What was made for a name before, or is being made; what failed is made again. */
function remembered<T>(made: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  let found = made.get(name);
  if (!found) {
    found = make();
    made.set(name, found);
    found.catch(() => made.delete(name));
  }
  return found;
}

function readRelease(folder: string): Release {
  const manifestText = readFileSync(join(folder, 'manifest.json'));
  const manifest = releaseManifest.parse(JSON.parse(manifestText.toString('utf8')));
  return {
    folder,
    manifest,
    manifestText,
    files: new Map(manifest.files.map((file) => [file.path, file])),
    recipes: JSON.parse(readFileSync(join(folder, 'recipes.json'), 'utf8')) as Recipes,
  };
}
