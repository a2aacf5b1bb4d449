import type { GzipState } from '../formats/gzip.ts';
import type { Part } from '../formats/part.ts';
import type { ProgramIndex } from '../programBlocks.ts';

/** The configuration in a download, read by `scout-agent provision`. */
export interface Enrolment {
  readonly server: string;
  readonly token: string;
  /** True to permit http, only for an installation without an https address. */
  readonly allow_cleartext: boolean;
  /** PEM of this installation's release signing key. */
  readonly release_key: string;
}

/** A configuration in its form inside a package. */
export const enrolmentText = (enrolment: Enrolment): string => `${JSON.stringify(enrolment, null, 2)}\n`;

/** Position of the part of a finished package that a configured one reuses unchanged. */
export interface Body {
  readonly offset: number;
  readonly length: number;
}

/** A compressed archive inside a package, whose end is rewritten. */
export interface OpenBody extends Body {
  readonly gzip: GzipState;
}

/** A package, with the data for inserting a configuration later without rebuilding it. */
export interface Built<R> {
  readonly parts: readonly Part[];
  readonly recipe: R;
  /** The program inside, from which an upgrade fetches what changed. */
  readonly program?: { readonly data: Uint8Array; readonly index: ProgramIndex };
}

/** Inputs common to all packages of a build. */
export interface BuildInput {
  readonly version: string;
  /** Seconds since the epoch: the time of every file. */
  readonly mtime: number;
}
