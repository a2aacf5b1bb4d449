import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The account of PostgreSQL's processes. Undefined: this process's own. PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The user of a database that root starts: it runs nothing else, so that no other service reaches the data. */
export const databaseUser = 'scout-postgres';

/**
 * The account of that user, for a server started by root; made when there is none. It must be in the user list, because
 * initdb looks its own name up.
 */
export function unprivilegedAccount(): Account {
  const found = accountOf(databaseUser);
  if (found) return found;
  let said = '';
  for (const [program, ...options] of waysToAddUser) {
    // Another process may hold the user list, or have made the user meanwhile.
    for (let attempt = 0; attempt < 5; attempt++) {
      const { error, stderr } = spawnSync(program!, [...options, databaseUser], { encoding: 'utf8' });
      const made = accountOf(databaseUser);
      if (made) return made;
      if (error) break;
      said = stderr.trim();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  throw new Error(
    `PostgreSQL does not run as root, and the user "${databaseUser}" to run it as could not be made${said && ` (${said})`}. ` +
      'Make it, start Scout as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** Of shadow-utils, and of BusyBox. */
const waysToAddUser = [
  [
    'useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir=/nonexistent',
    '--shell=/usr/sbin/nologin',
  ],
  ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin'],
];

/** Of a user of this machine; undefined: there is none of this name. */
export function accountOf(name: string): Account | undefined {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([found]) => found === name);
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** True if the account can enter this folder; asks the kernel rather than computing it from modes. */
export function canEnter(directory: string, account: Account): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return probe.status === 0;
}

/** True if the account can run this program, libraries included. */
export function canRun(program: string, account: Account): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}
