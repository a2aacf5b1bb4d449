import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentFolder } from '@scout/agent-release/currentRelease';
import type { Part } from '@scout/agent-release/formats/part';
import type { Enrolment } from '@scout/agent-release/packages/built';
import { configure, type Prepared, prepare, requireConfigurable } from '@scout/agent-release/packages/recipe';
import { packedPartsOf, partsOf } from '@scout/agent-release/pieces';
import type { AgentRelease } from '@scout/contract';
import { findPackage, packagePath, type ReleaseFile } from '@scout/contract/releases';
import type { FastifyBaseLogger } from 'fastify';
import { createPackageChecks } from './packageChecks.ts';
import { type Release, readRelease } from './readRelease.ts';
import { keepTrustedKey, readTrustedKey, trustedKeyFile } from './trustedKey.ts';

/** The newest release and its served content. */
export interface Releases {
  /** PEM of the release signing key; null before the first build. */
  publicPem(): string | null;
  /** Null before the first build, and while the present one is untrusted. */
  current(): Release | null;
  /** The newest agent for a platform as reported by agents ('linux 6.12.1 x64'); null without one. */
  latestAgent(platform: string): AgentRelease | null;
  /** True when the release has such a package that matches the build's signature. */
  has(release: Release, path: string): Promise<boolean>;
  /** A package as built. */
  parts(release: Release, path: string): readonly Part[];
  /** A package as zstd, which is how it is stored; null for one that is not. */
  packed(release: Release, path: string): readonly Part[] | null;
  /** The build's raw Ed25519 signature of a package, 64 bytes. */
  signature(release: Release, path: string): Promise<Buffer>;
  /** The index of a package's program; null without one that the manifest names. */
  index(release: Release, file: ReleaseFile): Promise<Buffer | null>;
  /** A package with a configuration in it. */
  configured(release: Release, path: string, enrolment: Enrolment): Promise<Part[]>;
  /** A package with an inserted configuration. */
  warmUp(release: Release, path: string): Promise<void>;
}

/** Preloads the data for {@link configured}, so that the first byte of a download does not wait for it. */
const upgradePackages: Readonly<Record<string, Parameters<typeof findPackage>[0]>> = {
  win32: { platform: 'windows', kind: 'exe' },
  windows: { platform: 'windows', kind: 'exe' },
  darwin: { platform: 'macos', kind: 'tar.gz' },
  linux: { platform: 'linux', kind: 'tar.gz' },
};

/** Operating systems by their runtime names. An agent upgrades itself from the package with only the program. */
export function openReleases(root: string, dataDir: string, log: Pick<FastifyBaseLogger, 'error'>): Releases {
  const pointer = join(root, 'current.json');
  let known: { stamp: number; release: Release } | null = null;
  let faultyStamp: number | undefined;
  const prepared = new Map<string, Promise<Prepared>>();
  const checks = createPackageChecks((path) =>
    log.error(`${path} is not what the build signed, and is not served: build or copy the release again`),
  );

  function current(): Release | null {
    const stamp = statSync(pointer, { throwIfNoEntry: false })?.mtimeMs;
    if (stamp === undefined) return null;
    if (known?.stamp === stamp) return known.release;
    try {
      const folder = currentFolder(readFileSync(pointer, 'utf8'));
      const trusted = readTrustedKey(dataDir);
      const release = readRelease(join(root, folder), trusted);
      if (release.publicPem !== trusted) keepTrustedKey(dataDir, release.publicPem);
      known = { stamp, release };
    } catch (err) {
      // Releases below `root`. The build signs them; this process has no key and only verifies. `dataDir` stores the trusted key.
      if (faultyStamp !== stamp)
        log.error(
          { err },
          `${pointer} names no release that can be trusted: build or copy it again. Trusted is the key in ${join(dataDir, trustedKeyFile)}`,
        );
      faultyStamp = stamp;
      return null;
    }
    prepared.clear();
    return known.release;
  }

  function preparation(release: Release, path: string): Promise<Prepared> {
    const { sha256 } = release.files.get(path)!;
    return remembered(prepared, sha256, () =>
      prepare(requireConfigurable(release.recipes[path]!.recipe), parts(release, path)),
    );
  }

  const parts = (release: Release, path: string) => partsOf(release.folder, release.recipes[path]!);

  return {
    publicPem: () => current()?.publicPem ?? readTrustedKey(dataDir),
    current,
    async has(release, path) {
      const file = release.files.get(path);
      if (!file) return false;
      try {
        return await checks.isIntact(path, parts(release, path), file.sha256);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    },
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
    parts,
    packed: (release, path) => packedPartsOf(release.folder, release.recipes[path]!),
    signature: (release, path) => readFile(join(release.folder, `${path}.sig`)),
    async index({ folder }, { path, program }) {
      if (!program) return null;
      const text = await readFile(join(folder, `${path}.index`)).catch(() => null);
      const isSigned =
        text !== null && createHash('sha256').update(text).digest('hex') === program.index.sha256;
      return isSigned ? text : null;
    },
    async configured(release, path, enrolment) {
      const ready = await preparation(release, path);
      return configure(
        requireConfigurable(release.recipes[path]!.recipe),
        parts(release, path),
        ready,
        enrolment,
      );
    },
    async warmUp(release, path) {
      await preparation(release, path);
    },
  };
}

/** Heartbeats also request the newest release, and must not fail with it. The next check may find it complete. */
function remembered<T>(made: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  let found = made.get(name);
  if (!found) {
    found = make();
    made.set(name, found);
    found.catch(() => made.delete(name));
  }
  return found;
}
