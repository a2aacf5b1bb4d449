import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FilePart, type Frame, type Part, toFrames } from './formats/part.ts';
import type { Recipe } from './packages/recipe.ts';

/** Bytes of a package in a file of their own. Packages with the same program share its file, which is most of each. */
export interface Piece {
  /** Of the content, hexadecimal; the name of the file in the folder `pieces`. */
  readonly sha256: string;
  readonly bytes: number;
  /** The file's frames, if it is compressed. */
  readonly frames?: readonly Frame[];
}

/** A package of a release: its bytes as pieces, and how a configuration is inserted. */
export interface StoredPackage {
  readonly pieces: readonly Piece[];
  readonly recipe: Recipe;
}

/** recipes.json: by the package's path below `/releases/latest/`. */
export type Recipes = Readonly<Record<string, StoredPackage>>;

const FOLDER = 'pieces';
/** Smaller parts are joined with their neighbors. */
const OWN_FILE_BYTES = 64 * 1024;

/** The parts of a stored package, in the folder of its release. */
export const partsOf = (folder: string, { pieces }: StoredPackage): FilePart[] =>
  pieces.map(({ sha256, bytes, frames }) => ({
    path: join(folder, FOLDER, sha256),
    offset: 0,
    length: bytes,
    ...(frames && { frames }),
  }));

/** The stored files of a package whose pieces are all compressed: together its content as zstd. Null for another one. */
export function packedPartsOf(folder: string, { pieces }: StoredPackage): FilePart[] | null {
  const parts = pieces.map(({ sha256, frames }) => ({
    path: join(folder, FOLDER, sha256),
    offset: 0,
    length: frames?.reduce((sum, { stored }) => sum + stored, 0) ?? 0,
  }));
  return pieces.every(({ frames }) => frames !== undefined) ? parts : null;
}

/**
 * Stores a package's parts, each once in a release. `compressed` is for a package that is not compressed itself: one piece, whose
 * frames are the blocks of its program.
 */
export async function storePieces(
  folder: string,
  parts: readonly Part[],
  compressed: boolean,
): Promise<Piece[]> {
  await mkdir(join(folder, FOLDER), { recursive: true });
  const pieces: Piece[] = [];
  const contents = joined(parts);
  for (const content of compressed ? [Buffer.concat(contents)] : contents)
    pieces.push(await store(folder, content, compressed));
  return pieces;
}

/** The content of pieces: large parts as they are, the others joined. @throws Error for a part that is not in memory */
function joined(parts: readonly Part[]): Uint8Array[] {
  const contents: Uint8Array[] = [];
  let small: Uint8Array[] = [];
  const flush = (): void => {
    if (small.length > 0) contents.push(Buffer.concat(small));
    small = [];
  };
  for (const part of parts) {
    if (!(part instanceof Uint8Array)) throw new Error('A package is stored from memory.');
    if (part.length < OWN_FILE_BYTES) small.push(part);
    else {
      flush();
      contents.push(part);
    }
  }
  flush();
  return contents;
}

async function store(folder: string, content: Uint8Array, compressed: boolean): Promise<Piece> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const path = join(folder, FOLDER, sha256);
  if (!compressed) {
    if (!existsSync(path)) await writeFile(path, content);
    return { sha256, bytes: content.length };
  }
  const frames = await toFrames(content);
  await writeFile(
    path,
    frames.map(({ data }) => data),
  );
  return { sha256, bytes: content.length, frames: frames.map(({ bytes, stored }) => ({ bytes, stored })) };
}
