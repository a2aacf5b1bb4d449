import type { GzipState } from '../formats/gzip.ts';
import type { Part } from '../formats/part.ts';

/** The configuration that a download carries and `scout-agent provision` reads. */
export interface Enrolment {
  readonly server: string;
  readonly token: string;
  /** True to use http, which only an installation without an https address does. */
  readonly allow_cleartext: boolean;
  /** PEM of the key that signs this installation's releases. */
  readonly release_key: string;
}

/** A configuration as it lies in a package. */
export const enrolmentText = (enrolment: Enrolment): string => `${JSON.stringify(enrolment, null, 2)}\n`;

/** Where in a finished package the part lies that a configured one takes over as it is. */
export interface Body {
  readonly offset: number;
  readonly length: number;
}

/** A compressed archive inside a package, whose end is written anew. */
export interface OpenBody extends Body {
  readonly gzip: GzipState;
}

/** A package, and what is needed to put a configuration into it later without building it again. */
export interface Built<R> {
  readonly parts: readonly Part[];
  readonly recipe: R;
}

/** The inputs that all packages of a build share. */
export interface BuildInput {
  readonly version: string;
  /** Seconds since the epoch: the time of every file. */
  readonly mtime: number;
}
