import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { homedir, hostname, userInfo } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { GzipMember } from '@scout/agent-release/formats/gzip';
import { read } from '@scout/agent-release/formats/part';
import { addToTar, tarEnd } from '@scout/agent-release/formats/tar';
import { readSecretFiles } from '../../../platform/config/secretFiles.ts';
import { baseOf } from '../../../platform/database/embedded/place.ts';
import { Anonymizer, type KnownNames } from './anonymizer.ts';
import {
  connectToRead,
  problemOf,
  readFacts,
  readNames,
  readSlowQueries,
  type SlowQueries,
} from './database.ts';
import { anonymizeLog, readEnd } from './logs.ts';
import { describeSettings, secretsOf } from './settings.ts';
import { describeMachine, describeVersions } from './system.ts';
import { readVocabulary } from './vocabulary.ts';

export interface BundleOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Texts of logs by the name of their file in the bundle. */
  readonly logs: readonly { readonly name: string; readonly text: string }[];
  /** State of the running server, from its own answers. */
  readonly health: () => Promise<unknown>;
  readonly now: Date;
}

/** A file of the bundle. */
interface BundleFile {
  readonly name: string;
  readonly text: string;
}

export interface Bundle {
  readonly files: readonly BundleFile[];
  /** Parts that are missing, each with its reason, without names. */
  readonly problems: readonly string[];
}

const README = `Support bundle of Scout

settings.json   every setting and where it comes from, without secrets, as the command saw them
versions.json   versions of Scout, Node and the system
machine.json    processors, memory and disk
health.json     the probes and the operator status of the running server
database.json   version, settings, sizes of tables and partitions, connections, locks, queues
queries.json    slow statements without their constants
logs/           the ends of logs

Names of organizations, people, accounts, hosts and addresses are replaced: every word that Scout's program does not use itself is
a token such as ‹host 1a2b3c4d5e6f›. The same name has the same token in all files of this bundle, and another one in the next.
Tokens are keyed hashes; their key was random and is kept nowhere, so they cannot be reversed.
Review the files before you send them.
`;

/** Collects a bundle. A part that cannot be read says so, and the others are complete. */
export async function collectBundle({ env, logs, health, now }: BundleOptions): Promise<Bundle> {
  const dataDir = resolve(env.SCOUT_DATA_DIR || './data');
  const { DATABASE_URL } = readSecretFiles(env, process.cwd(), ['DATABASE_URL']).env;
  const database = await readDatabase(DATABASE_URL, dataDir);
  const anonymizer = new Anonymizer({
    vocabulary: await readVocabulary(),
    names: withOwnNames(database.names),
    secrets: [...secretsOf(env), ...(await secretsIn(dataDir))],
  });
  const answered = await health().catch(problemOf);
  const postgresLog = await readEnd(join(await baseOf(dataDir), 'postgres.log')).catch(() => undefined);
  const parts: Record<string, unknown> = {
    settings: anonymizer.value(describeSettings(env)),
    // Nothing of these is a name.
    versions: { made_at: now.toISOString(), ...(describeVersions(env) as object) },
    machine: await describeMachine(dataDir),
    health: anonymizer.value(answered),
    database: withoutNamesInFacts(database.facts, anonymizer),
    queries: withoutNames(database.queries, anonymizer),
  };
  const kept = postgresLog === undefined ? logs : [...logs, { name: 'postgres.log', text: postgresLog }];
  const files = [
    { name: 'README.txt', text: README },
    ...Object.entries(parts).map(([name, part]) => ({
      name: `${name}.json`,
      text: `${JSON.stringify(part, null, 2)}\n`,
    })),
    ...kept.map(({ name, text }) => ({ name: `logs/${name}`, text: anonymizeLog(text, anonymizer) })),
  ];
  const problems = Object.entries(parts).flatMap(([name, part]) =>
    typeof part === 'object' && part !== null && 'problem' in part
      ? [`${name}: ${String(part.problem)}`]
      : [],
  );
  return { files, problems };
}

/** Writes a bundle as a new file that only this user can read. */
export async function writeBundle(
  path: string,
  { files }: Bundle,
  now: Date,
): Promise<{ bytes: number; sha256: string }> {
  const gzip = new GzipMember();
  const entries = files.map(({ name, text }) => ({
    path: `/${name}`,
    type: 'file' as const,
    mode: 0o600,
    content: { data: Buffer.from(text) },
  }));
  await addToTar(gzip, entries, basename(path).replace(/\.tar\.gz$/, ''), Math.floor(now.getTime() / 1000));
  await gzip.add(tarEnd);
  gzip.end();
  const bytes = await buffer(read(gzip.parts));
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

type Facts = Readonly<Record<string, unknown>>;

interface DatabaseParts {
  readonly names: KnownNames;
  readonly facts: Facts;
  readonly queries: SlowQueries | { problem: string };
}

async function readDatabase(url: string | undefined, dataDir: string): Promise<DatabaseParts> {
  try {
    await using client = await connectToRead(url, dataDir);
    const names = await readNames(client);
    return { names, facts: await readFacts(client), queries: await readSlowQueries(client).catch(problemOf) };
  } catch (error) {
    const problem = problemOf(error);
    return { names: {}, facts: problem, queries: problem };
  }
}

/** PostgreSQL's own names and figures stay as they are. */
const PLAIN_FACTS = ['version', 'settings', 'extensions'];

const withoutNamesInFacts = (facts: Facts, anonymizer: Anonymizer): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      PLAIN_FACTS.includes(name) && Array.isArray(fact) ? fact : anonymizer.value(fact),
    ]),
  );

function withoutNames(queries: DatabaseParts['queries'], anonymizer: Anonymizer): unknown {
  if ('problem' in queries) return anonymizer.value(queries);
  return {
    from: queries.from,
    queries: queries.queries.map(({ query, ...figures }) => ({
      ...figures,
      query: anonymizer.sql(query.slice(0, 8_192)),
    })),
  };
}

/** Also those of this machine and of whoever runs the command. */
const withOwnNames = (names: KnownNames): KnownNames => ({
  ...names,
  host: [...(names.host ?? []), hostname()],
  person: [...(names.person ?? []), userInfo().username, basename(homedir())].filter(
    (name) => !['root', 'scout'].includes(name),
  ),
});

/** Contents of the files of the data directory that hold one secret each. */
async function secretsIn(dataDir: string): Promise<string[]> {
  const files = ['operator-token', 'auth-secret', 'postgres.password'];
  const texts = await Promise.all(files.map((name) => readFile(join(dataDir, name), 'utf8').catch(() => '')));
  return texts.map((text) => text.trim());
}
