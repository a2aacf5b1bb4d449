import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  packagePath,
  type ReleaseFile,
  type ReleaseManifest,
  type ReleasePackage,
} from '@scout/contract/releases';
import { type Part, read } from './formats/part.ts';
import type { BuildInput, Built } from './packages/built.ts';
import type { Recipe } from './packages/recipe.ts';

/** What `current.json` says. */
interface CurrentRelease {
  /** Beside `current.json`. */
  readonly folder: string;
}

/** A release that is being written: seen by nobody until it is whole. */
export class ReleaseFolder implements AsyncDisposable {
  /** For whatever is made on the way. */
  readonly work: string;
  readonly #out: string;
  readonly #files: ReleaseFile[] = [];
  readonly #recipes: Record<string, Recipe> = {};

  private constructor(out: string, work: string) {
    this.#out = out;
    this.work = work;
  }

  /** `out` is the folder of releases; `current.json` in it names the latest. */
  static async open(out: string): Promise<ReleaseFolder> {
    await mkdir(out, { recursive: true });
    return new ReleaseFolder(out, await mkdtemp(join(out, '.building-')));
  }

  async add(wanted: ReleasePackage, { parts, recipe }: Built<Recipe>): Promise<void> {
    const path = packagePath(wanted);
    this.#files.push({ ...wanted, path, ...(await write(join(this.work, 'release', path), parts)) });
    this.#recipes[path] = recipe;
  }

  /** Makes it the latest. Answers where it lies. */
  async publish({ version, mtime }: BuildInput): Promise<{ folder: string; manifest: ReleaseManifest }> {
    const built_at = new Date(mtime * 1000).toISOString();
    const manifest: ReleaseManifest = { version, built_at, files: this.#files };
    const finished = join(this.work, 'release');
    await mkdir(finished, { recursive: true });
    await writeJson(join(finished, 'recipes.json'), this.#recipes);
    await writeJson(join(finished, 'manifest.json'), manifest);
    const mark = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12);
    const name = `${version}-${mark}`;
    const folder = join(this.#out, name);
    await rm(folder, { recursive: true, force: true });
    await rename(finished, folder);
    const pointer = join(this.work, 'current.json');
    await writeJson(pointer, { folder: name } satisfies CurrentRelease);
    await rename(pointer, join(this.#out, 'current.json'));
    await this.#removeOld(name);
    return { folder, manifest };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.work, { recursive: true, force: true });
  }

  /** One other release stays, for downloads that are under way. */
  async #removeOld(current: string): Promise<void> {
    const entries = await readdir(this.#out, { withFileTypes: true });
    const others: { path: string; at: number }[] = [];
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === current) continue;
      const path = join(this.#out, entry.name);
      others.push({ path, at: (await stat(path)).mtimeMs });
    }
    others.sort((a, b) => b.at - a.at);
    for (const { path } of others.slice(1)) await rm(path, { recursive: true, force: true });
  }
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
