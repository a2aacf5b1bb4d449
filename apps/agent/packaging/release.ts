import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  packagePath,
  type ReleaseFile,
  type ReleaseManifest,
  type ReleasePackage,
  releasePackages,
} from '@scout/contract/releases';
import { compile } from './compile.ts';
import type { Content } from './formats/entry.ts';
import { fatBinary } from './formats/fatBinary.ts';
import { deflatePiece } from './formats/gzip.ts';
import { type Part, read } from './formats/part.ts';
import type { BuildInput, Built } from './packages/built.ts';
import { buildDeb } from './packages/deb.ts';
import { buildExe } from './packages/exe.ts';
import { linuxEntries } from './packages/linux.ts';
import { buildPkg } from './packages/pkg.ts';
import type { Recipe } from './packages/recipe.ts';
import { buildRpm } from './packages/rpm.ts';
import { buildTarball } from './packages/tarball.ts';
import { compileServiceHost, NoCompiler } from './serviceHost.ts';

export interface ReleaseOptions extends BuildInput {
  /** Folder of finished releases; `current.json` in it names the latest. */
  readonly out: string;
  /** Folder of runtimes that were fetched. */
  readonly cache: string;
  /** Packages to build; all when left out. */
  readonly only?: (wanted: ReleasePackage) => boolean;
  /** Told of each step. */
  readonly progress: (sentence: string) => void;
}

export interface ReleaseResult {
  readonly folder: string;
  readonly manifest: ReleaseManifest;
  /** Packages that could not be built here, each with a sentence. */
  readonly missing: readonly { path: string; reason: string }[];
}

/** What `current.json` says. */
export interface CurrentRelease {
  /** Beside `current.json`. */
  readonly folder: string;
}

type Platform = 'windows' | 'macos' | 'linux-x64' | 'linux-arm64';
const platformOf = ({ platform, arch }: ReleasePackage): Platform =>
  platform === 'linux' ? `linux-${arch === 'arm64' ? 'arm64' : 'x64'}` : platform;

/** Builds the packages of a release into a folder of its own and then points `current.json` at it, so that a server always finds a whole one. */
export async function buildRelease(options: ReleaseOptions): Promise<ReleaseResult> {
  const { out, version, mtime, progress } = options;
  await mkdir(out, { recursive: true });
  const work = await mkdtemp(join(out, '.building-'));
  try {
    const wanted = releasePackages.filter(options.only ?? (() => true));
    const files: ReleaseFile[] = [];
    const recipes: Record<string, Recipe> = {};
    const missing: { path: string; reason: string }[] = [];
    for (const platform of new Set(wanted.map(platformOf))) {
      const group = wanted.filter((each) => platformOf(each) === platform);
      try {
        const source = await sourceOf(platform, options, work);
        for (const each of group) {
          const path = packagePath(each);
          progress(`Packing ${path}`);
          const { parts, recipe } = await source(each);
          files.push({ ...each, path, ...(await write(join(work, 'release', path), parts)) });
          recipes[path] = recipe;
        }
      } catch (error) {
        if (!(error instanceof NoCompiler)) throw error;
        progress(error.message);
        missing.push(...group.map((each) => ({ path: packagePath(each), reason: error.message })));
      }
    }
    const manifest: ReleaseManifest = { version, built_at: new Date(mtime * 1000).toISOString(), files };
    await mkdir(join(work, 'release'), { recursive: true });
    await writeJson(join(work, 'release', 'recipes.json'), recipes);
    await writeJson(join(work, 'release', 'manifest.json'), manifest);
    const folder = await publish(join(work, 'release'), out, manifest);
    return { folder, manifest, missing };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Compiles for a platform, and answers what makes its packages. */
async function sourceOf(
  platform: Platform,
  { cache, version, mtime, progress }: ReleaseOptions,
  work: string,
): Promise<(wanted: ReleasePackage) => Built<Recipe> | Promise<Built<Recipe>>> {
  const input = { version, mtime };
  const at = { cache, work, version };
  if (platform === 'windows') {
    progress('Compiling for windows-x64');
    const host = await compileServiceHost(work);
    const program = await compile('windows-x64', at);
    return () => buildExe(program, host);
  }
  if (platform === 'macos') {
    progress('Compiling for macos-x64 and macos-arm64');
    const binary = await universal(await compile('macos-x64', at), await compile('macos-arm64', at));
    return ({ kind }) => (kind === 'pkg' ? buildPkg(input, binary) : buildTarball(input, binary));
  }
  progress(`Compiling for ${platform}`);
  const arch = platform === 'linux-arm64' ? 'arm64' : 'x64';
  const data = await compile(platform, at);
  const binary: Content = { data, deflated: await deflatePiece(data) };
  const entries = linuxEntries(binary);
  return ({ kind }) => {
    if (kind === 'deb') return buildDeb(input, arch, entries);
    return kind === 'rpm' ? buildRpm(input, arch, entries) : buildTarball(input, binary);
  };
}

/** One program for both kinds of Mac. */
async function universal(x64: Buffer, arm64: Buffer): Promise<Content> {
  const [first, second] = fatBinary([
    { arch: 'x64', bytes: x64.length },
    { arch: 'arm64', bytes: arm64.length },
  ]);
  const data = Buffer.concat([first!, x64, second!, arm64]);
  return { data, deflated: await deflatePiece(data) };
}

async function write(path: string, parts: readonly Part[]): Promise<{ bytes: number; sha256: string }> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = createWriteStream(path);
  for await (const chunk of read(parts)) {
    hash.update(chunk);
    bytes += chunk.length;
    if (!stream.write(chunk)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
  return { bytes, sha256: hash.digest('hex') };
}

const writeJson = (path: string, value: unknown): Promise<void> =>
  writeFile(path, `${JSON.stringify(value, null, 2)}\n`);

/** Releases kept beside the current one, for downloads that are under way. */
const KEPT = 1;

async function publish(finished: string, out: string, manifest: ReleaseManifest): Promise<string> {
  const mark = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12);
  const name = `${manifest.version}-${mark}`;
  const folder = join(out, name);
  await rm(folder, { recursive: true, force: true });
  await rename(finished, folder);
  const pointer = join(out, `.current-${process.pid}.json`);
  await writeJson(pointer, { folder: name } satisfies CurrentRelease);
  await rename(pointer, join(out, 'current.json'));
  const others = (await readdir(out, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== name,
  );
  const old = others.slice(0, Math.max(0, others.length - KEPT));
  await Promise.all(old.map((entry) => rm(join(out, entry.name), { recursive: true, force: true })));
  return folder;
}
