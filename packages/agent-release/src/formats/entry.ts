/** A file, folder or link in a package. All belong to root; all have the time of the build. */
export interface Entry {
  /** Absolute, with `/`. */
  readonly path: string;
  readonly type: 'file' | 'directory' | 'link';
  /** Permission bits. */
  readonly mode: number;
  /** Content of a file. */
  readonly content?: Content;
  /** Target of a link. */
  readonly target?: string;
}

/** Bytes, with their deflated form (see deflateProgram) if already computed. */
export interface Content {
  readonly data: Uint8Array;
  readonly deflated?: Uint8Array;
}

export const file = (path: string, mode: number, data: Uint8Array | string): Entry => ({
  path,
  type: 'file',
  mode,
  content: { data: typeof data === 'string' ? Buffer.from(data) : data },
});
export const directory = (path: string, mode = 0o755): Entry => ({ path, type: 'directory', mode });
export const link = (path: string, target: string): Entry => ({ path, type: 'link', mode: 0o777, target });

export const sizeOf = (entry: Entry): number =>
  entry.type === 'link' ? Buffer.byteLength(entry.target ?? '') : (entry.content?.data.length ?? 0);

/** Including the type bits, as in `stat`. */
export const fullMode = ({ type, mode }: Entry): number =>
  mode | { file: 0o100000, directory: 0o040000, link: 0o120000 }[type];
