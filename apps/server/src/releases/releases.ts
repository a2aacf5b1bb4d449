import { sign } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Part } from '@scout/agent/packaging/formats/part';
import type { Enrolment } from '@scout/agent/packaging/packages/built';
import { configure, type Prepared, prepare, type Recipes } from '@scout/agent/packaging/packages/recipe';
import type { AgentRelease } from '@scout/contract';
import { releaseManifest } from '@scout/contract/entities/release-manifest';
import { findPackage, packagePath, type ReleaseFile, type ReleaseManifest } from '@scout/contract/releases';
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

/** Releases below `root`; signatures are kept in the data directory, since signing reads a whole package. */
export function openReleases(root: string, dataDir: string, key: ReleaseKey): Releases {
  let known: { stamp: number; release: Release } | null = null;
  const prepared = new Map<string, Promise<Prepared>>();

  function current(): Release | null {
    const pointer = join(root, 'current.json');
    const stamp = statSync(pointer, { throwIfNoEntry: false })?.mtimeMs;
    if (stamp === undefined) return null;
    if (known?.stamp === stamp) return known.release;
    const { folder } = JSON.parse(readFileSync(pointer, 'utf8')) as { folder: string };
    known = { stamp, release: readRelease(join(root, folder)) };
    prepared.clear();
    return known.release;
  }

  function preparation(release: Release, path: string): Promise<Prepared> {
    const { sha256 } = release.files.get(path)!;
    let found = prepared.get(sha256);
    if (!found) {
      found = prepare(release.recipes[path]!, join(release.folder, path));
      prepared.set(sha256, found);
      found.catch(() => prepared.delete(sha256));
    }
    return found;
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
      const { sha256 } = release.files.get(path)!;
      const kept = join(dataDir, 'signatures', `${sha256}.sig`);
      const found = await readFile(kept).catch(() => null);
      if (found?.length === 64) return found;
      const made = await signBytes(null, await readFile(join(release.folder, path)), key.privateKey);
      await mkdir(join(dataDir, 'signatures'), { recursive: true });
      await writeFile(`${kept}.${process.pid}`, made);
      await rename(`${kept}.${process.pid}`, kept);
      return made;
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
