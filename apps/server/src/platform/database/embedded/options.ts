import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { OsUser } from './osUser.ts';

/** UTF-8 texts ordered by code point, identical on every machine (PostgreSQL 17 and newer). */
export const sameEverywhere = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

export interface ClusterOptions {
  readonly binaries: Binaries;
  /** Holds data/ and postgres.log. The OS user can enter it, but need not own it. */
  readonly base: string;
  /** Directory of the Unix socket, owned by the OS user; unused on Windows, which uses 127.0.0.1 and a free port. */
  readonly socketDirectory: string;
  readonly osUser: OsUser | undefined;
  /** On Windows; a free one by default. */
  readonly port?: number | undefined;
  readonly ownerPassword: string;
  readonly database: string;
  /** Options of initdb. */
  readonly localeOptions: readonly string[];
  /** Initial postgresql.conf of the cluster; an administrator can change it there. */
  readonly initialSettings: Readonly<Record<string, string>>;
  /** Command-line settings that override postgresql.conf. */
  readonly fixedSettings: Readonly<Record<string, string>>;
  /** False only for temporary clusters. */
  readonly durable: boolean;
}

/** The superuser of an embedded cluster, used only for migrations. */
export const ownerName = 'scout_owner';

/** The cluster's files. */
export const dataOf = (options: ClusterOptions) => join(options.base, 'data');

/** Path of the server's log. */
export const logOf = (options: ClusterOptions) => join(options.base, 'postgres.log');
