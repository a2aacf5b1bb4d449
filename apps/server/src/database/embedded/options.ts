import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { OsUser } from './osUser.ts';

/** Texts in UTF-8, ordered by code point, the same on every machine (PostgreSQL 17 and newer). */
export const sameEverywhere = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

export interface ClusterOptions {
  readonly binaries: Binaries;
  /** Holds data/ and postgres.log. The OS user may enter it and need not own it. */
  readonly base: string;
  /** Folder of the Unix socket, the OS user's own; unused on Windows, which gets 127.0.0.1 and a free port. */
  readonly socketDirectory: string;
  readonly osUser: OsUser | undefined;
  /** Owner of the cluster's files until they are handed over to the OS user. */
  readonly formerUser?: OsUser | undefined;
  readonly ownerPassword: string;
  readonly database: string;
  /** Of initdb. */
  readonly localeOptions: readonly string[];
  /** Written to postgresql.conf when the cluster is made; an administrator may change them there. */
  readonly initialSettings: Readonly<Record<string, string>>;
  /** On the command line, over postgresql.conf. */
  readonly fixedSettings: Readonly<Record<string, string>>;
  /** False only for throw-away clusters. */
  readonly durable: boolean;
}

/** The superuser of an embedded cluster: it migrates, and nothing else. */
export const ownerName = 'scout_owner';

/** The cluster's files. */
export const dataOf = (options: ClusterOptions) => join(options.base, 'data');

/** Path of the server's log, at startup and later. */
export const logOf = (options: ClusterOptions) => join(options.base, 'postgres.log');
