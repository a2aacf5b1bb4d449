import { basename, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type Bundle, collectBundle, readEnd, writeBundle } from '../modules/operator/commands.ts';
import { connect } from './connection.ts';
import { Failure } from './failure.ts';
import type { CommonOptions, Terminal } from './program.ts';
import { fields } from './table.ts';

interface SupportOptions extends CommonOptions {
  readonly output?: string;
  readonly log?: readonly string[];
}

/** Until the server is taken for one that does not answer. */
const ANSWER_MS = 10_000;
const LOGS_MAX = 8;

/** `support`: writes what a person needs who helps with a problem, without secrets and names; works while nothing else does. */
export function addSupportCommand(program: Command, terminal: Terminal): void {
  program
    .command('support')
    .description(
      'Write a bundle for support: settings, versions, health, sizes, slow queries, logs; no secrets or names',
    )
    .option('--output <file>', 'the new file (default: scout-support-TIME.tar.gz here)')
    .addOption(
      new Option('--log <file>', 'a log of the server, - for standard input; repeat for several').argParser(
        (path: string, former: readonly string[] = []) => [...former, path],
      ),
    )
    .option('--json', 'print the answer as JSON')
    .option('--server <url>', 'address of the server (default: the one of the data directory)')
    .action(async ({ output, log = [], json, server }: SupportOptions) => {
      if (log.length > LOGS_MAX) throw new Failure('usage', `Give at most ${LOGS_MAX} logs.`);
      const now = new Date();
      const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
      const path = resolve(output ?? `scout-support-${time}.tar.gz`);
      const logs = await Promise.all(
        log.map(async (from, index) => ({
          // The name that somebody gave to a file may be one of a machine.
          name: `server-${index + 1}.log`,
          text: from === '-' ? await terminal.readInput() : await readLog(from),
        })),
      );
      const { env } = terminal;
      const bundle = await collectBundle({ env, logs, now, health: () => healthOf(env, server) });
      const { bytes, sha256 } = await writeBundle(path, bundle, now).catch((cause: NodeJS.ErrnoException) => {
        const reason =
          cause.code === 'EEXIST'
            ? 'exists; a bundle never overwrites a file'
            : `cannot be written (${cause.code})`;
        throw new Failure('refused', `${path} ${reason}.`, { cause });
      });
      const names = bundle.files.map(({ name }) => name);
      const answer = { file: path, bytes, sha256, files: names, missing: bundle.problems };
      terminal.out(json ? `${JSON.stringify(answer, null, 2)}\n` : wordsOf(path, bytes, sha256, bundle, log));
    });
}

function wordsOf(
  path: string,
  bytes: number,
  sha256: string,
  { files, problems }: Bundle,
  log: readonly string[],
): string {
  const lines = [
    fields({ file: basename(path), bytes, sha256, files: files.map(({ name }) => name).join(', ') }),
    ...problems.map((problem) => `Missing: ${problem}\n`),
    ...(log.length > 0 ? [] : ['The server log is missing: add it with --log FILE.\n']),
    'Review the files before you send them.\n',
  ];
  return lines.join('');
}

async function readLog(path: string): Promise<string> {
  return readEnd(path).catch((cause: NodeJS.ErrnoException) => {
    throw new Failure('unreadable', `${path} cannot be read (${cause.code}).`, { cause });
  });
}

/** The probes and the status. @throws Error when no server answers */
async function healthOf(env: Terminal['env'], server: string | undefined): Promise<unknown> {
  const { client, origin } = await connect(env, server);
  const probe = async (path: string) => {
    const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return { status: response.status, body: await response.json().catch(() => null) };
  };
  const problem = (error: unknown) => ({ problem: String((error as Error).message) });
  const [livez, readyz, health, status] = await Promise.all([
    probe('/livez').catch(problem),
    probe('/readyz').catch(problem),
    probe('/health').catch(problem),
    client.operatorStatus({}, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(problem),
  ]);
  return { livez, readyz, health, status };
}
