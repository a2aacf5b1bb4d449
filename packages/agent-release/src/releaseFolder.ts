import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  packagePath,
  type ReleaseFile,
  type ReleaseManifest,
  type ReleasePackage,
  type ReleaseProgram,
} from '@scout/contract/releases';
import { currentText } from './currentRelease.ts';
import { type Part, read, totalOf } from './formats/part.ts';
import type { BuildInput, Built } from './packages/built.ts';
import type { Recipe } from './packages/recipe.ts';
import { type Piece, partsOf, type StoredPackage, storePieces } from './pieces.ts';
import { INDEX_BYTES, indexOf, indexText, type ProgramIndex } from './programBlocks.ts';
import type { ReleaseSigner } from './signing/signer.ts';

/** A release being written: invisible until it is complete. */
export class ReleaseFolder implements AsyncDisposable {
  /** Folder for intermediate files. */
  readonly work: string;
  readonly #out: string;
  readonly #signer: ReleaseSigner;
  readonly #files: ReleaseFile[] = [];
  readonly #recipes: Record<string, StoredPackage> = {};

  private constructor(out: string, work: string, signer: ReleaseSigner) {
    this.#out = out;
    this.work = work;
    this.#signer = signer;
  }

  /** `out` is the folder of releases; `current.json` in it names the latest. */
  static async open(out: string, signer: ReleaseSigner): Promise<ReleaseFolder> {
    await mkdir(out, { recursive: true });
    return new ReleaseFolder(out, await mkdtemp(join(out, '.building-')), signer);
  }

  async add(wanted: ReleasePackage, { parts, recipe, program }: Built<Recipe>): Promise<void> {
    const path = packagePath(wanted);
    const folder = join(this.work, 'release');
    const built = await bytesOf(parts);
    const stored = { pieces: await storePieces(folder, parts, recipe.kind === 'exe'), recipe };
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const upgrade =
      recipe.kind === 'exe' ? { data: built, index: frameIndexOf(built, stored.pieces) } : program;
    const file: ReleaseFile = {
      ...wanted,
      path,
      bytes: totalOf(parts),
      sha256: sha256Of(built),
      ...(upgrade && { program: await writeIndex(join(folder, `${path}.index`), upgrade) }),
    };
    await writeFile(join(folder, `${path}.sig`), await this.#signatureOf(partsOf(folder, stored), file));
    this.#files.push(file);
    this.#recipes[path] = stored;
  }

  /** Signs only content just stored here, not a replaced file. */
  async #signatureOf(parts: readonly Part[], { path, sha256 }: ReleaseFile): Promise<Buffer> {
    const bytes = await bytesOf(parts);
    if (sha256Of(bytes) !== sha256) throw new Error(`${path} was changed while it was built.`);
    return this.#signer.sign(bytes);
  }

  /** Signs the manifest, which lists everything, and makes the release the latest. Returns its folder. */
  async publish({ version, mtime }: BuildInput): Promise<{ folder: string; manifest: ReleaseManifest }> {
    const built_at = new Date(mtime * 1000).toISOString();
    const finished = join(this.work, 'release');
    await mkdir(finished, { recursive: true });
    const recipesText = jsonText(this.#recipes);
    const recipes = { bytes: recipesText.length, sha256: sha256Of(recipesText) };
    const manifest: ReleaseManifest = { version, built_at, files: this.#files, recipes };
    const manifestText = jsonText(manifest);
    const signature = this.#signer.sign(manifestText);
    await writeFile(join(finished, 'recipes.json'), recipesText);
    await writeFile(join(finished, 'keys.json'), jsonText(this.#signer.chain));
    await writeFile(join(finished, 'manifest.json'), manifestText);
    await writeFile(join(finished, 'manifest.json.sig'), signature);
    const mark = createHash('sha256').update(manifestText).update(signature).digest('hex').slice(0, 12);
    const name = `${version}-${mark}`;
    const folder = join(this.#out, name);
    await rm(folder, { recursive: true, force: true });
    await rename(finished, folder);
    const pointer = join(this.work, 'current.json');
    await writeFile(pointer, currentText(name));
    await rename(pointer, join(this.#out, 'current.json'));
    await this.#removeOld(name);
    return { folder, manifest };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.work, { recursive: true, force: true });
  }

  /** One other release stays, for downloads in progress. */
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

/** The index of a program that is stored as zstd: its blocks are the frames. */
function frameIndexOf(program: Uint8Array, pieces: readonly Piece[]): ProgramIndex {
  const frames = pieces.flatMap((piece) => piece.frames ?? []);
  return indexOf(
    program,
    { coding: 'zstd', at: 0 },
    frames.map(({ stored }) => stored),
  );
}

/** Writes the index of a program. Returns what the manifest says of both. */
async function writeIndex(
  path: string,
  { data, index }: NonNullable<Built<Recipe>['program']>,
): Promise<ReleaseProgram> {
  const text = indexText(index);
  if (text.length > INDEX_BYTES) throw new Error(`${path} is longer than agents accept.`);
  await writeFile(path, text);
  return {
    bytes: data.length,
    sha256: sha256Of(data),
    index: { bytes: text.length, sha256: sha256Of(text) },
  };
}

async function bytesOf(parts: readonly Part[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of read(parts)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const jsonText = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
const sha256Of = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
