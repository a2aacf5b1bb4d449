import { connectionOf } from '@scout/detection/commandLine';
import { POSIX_CLIENTS } from '@scout/detection/databaseClients';

/** A client's options for account and server, beyond those read by `connectionOf`. */
interface ClientOptions {
  readonly user: readonly string[];
  readonly host: readonly string[];
}

const POSTGRES: ClientOptions = { user: ['-U', '--username'], host: ['-h', '--host'] };
const MYSQL: ClientOptions = { user: ['-u', '--user'], host: ['-h', '--host'] };
const MONGO: ClientOptions = { user: ['-u', '--username'], host: ['--host'] };
const FREETDS: ClientOptions = { user: ['-U'], host: ['-S', '-H'] };
/** For clients not in {@link OPTIONS}: `connectionOf` reads their options. */
const NONE: ClientOptions = { user: [], host: [] };

const OPTIONS: ReadonlyMap<string, ClientOptions> = new Map([
  ['psql', POSTGRES],
  ['pgcli', POSTGRES],
  ['pgadmin', POSTGRES],
  ['pgadmin4', POSTGRES],
  ['mysql', MYSQL],
  ['mariadb', MYSQL],
  ['mycli', MYSQL],
  ['mongosh', MONGO],
  ['mongo', MONGO],
  ['tsql', FREETDS],
]);

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The path of the client run by a process: its program, or the script of an interpreter. Null if it is not a client. */
export function clientOf(executable: string, argv: readonly string[]): string | null {
  if (POSIX_CLIENTS.has(baseName(executable))) return executable;
  const script = argv[1];
  const interpreted = /^python[\d.]*$/.test(baseName(executable)) && script !== undefined;
  return interpreted && POSIX_CLIENTS.has(baseName(script)) ? script : null;
}

/** Account and server from a client's arguments; null if not given. */
export function connectionIn(
  client: string,
  argv: readonly string[],
): { account: string | null; server: string | null } {
  const name = baseName(client);
  const options = OPTIONS.get(name) ?? NONE;
  if (name === 'sqlplus') return oracleLogon(argv);
  if (name === 'isql' || name === 'iusql') {
    // unixODBC: data source, account, password; the data source is the closest equivalent of a server.
    const positional = argv.slice(1).filter((word) => !word.startsWith('-'));
    const named = argv.some((word) => word.startsWith('-U') || word.startsWith('-S'));
    if (!named) return { account: positional[1] ?? null, server: positional[0] ?? null };
  }
  const { users, servers } = connectionOf(commandLineOf(argv));
  return {
    account: valueAfter(argv, options.user) ?? users[0] ?? null,
    server: valueAfter(argv, options.host) ?? servers[0] ?? null,
  };
}

function valueAfter(argv: readonly string[], names: readonly string[]): string | null {
  for (const [index, word] of argv.entries()) {
    for (const name of names) {
      if (word === name) return argv[index + 1] ?? null;
      if (word.startsWith(`${name}=`)) return word.slice(name.length + 1);
      if (!name.startsWith('--') && word.startsWith(name) && !word.startsWith('--'))
        return word.slice(name.length);
    }
  }
  return null;
}

/** `user/password@host:port/service`, `user@service`. */
function oracleLogon(argv: readonly string[]): { account: string | null; server: string | null } {
  for (const word of argv.slice(1)) {
    if (word.startsWith('-') || word.startsWith('@') || word.startsWith('/')) continue;
    const at = word.lastIndexOf('@');
    const account = (at === -1 ? word : word.slice(0, at)).split('/', 1)[0] || null;
    const server =
      at === -1
        ? null
        : word
            .slice(at + 1)
            .replace(/^\/\//, '')
            .split(/[:/]/, 1)[0] || null;
    return { account, server };
  }
  return { account: null, server: null };
}

/** Arguments as one line that splits into the same words (rules and redaction split it as Windows does). */
export function commandLineOf(argv: readonly string[]): string {
  return argv.map(quoted).join(' ');
}

function quoted(word: string): string {
  if (word !== '' && !/[\s"]/.test(word)) return word;
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}
