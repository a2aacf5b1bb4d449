import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The OS user of PostgreSQL's processes. Undefined: this process's own. PostgreSQL refuses to run as root. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** OS user of a database started by root: dedicated, so that no other service can access the data. */
export const databaseUser = 'scout-postgres';

/** That user, for a server started by root; created if missing. It must be in the user list, because initdb looks up its own name. */
export function unprivilegedUser(): OsUser {
  const found = osUserOf(databaseUser);
  if (found) return found;
  let said = '';
  for (const [program, ...options] of waysToAddUser) {
    // Another process may have locked the user list, or created the user meanwhile.
    for (let attempt = 0; attempt < 5; attempt++) {
      const { error, stderr } = spawnSync(program!, [...options, databaseUser], { encoding: 'utf8' });
      const made = osUserOf(databaseUser);
      if (made) return made;
      if (error) break;
      said = stderr.trim();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  throw new Error(
    `PostgreSQL does not run as root, and the user "${databaseUser}" to run it as could not be created${said && ` (${said})`}. ` +
      'Create it, start Scout as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
  );
}

/** Commands of shadow-utils and of BusyBox. */
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

/** The OS user of this name on this machine, or undefined. */
export function osUserOf(name: string): OsUser | undefined {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([found]) => found === name);
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** True if the OS user can enter this directory; asks the kernel instead of evaluating modes. */
export function canEnter(directory: string, osUser: OsUser): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], {
    ...osUser,
    cwd: '/',
    // A library that the environment preloads may not be for this user.
    env: {},
    stdio: 'ignore',
  });
  return probe.status === 0;
}

/** True if the OS user can run this program, including its libraries. */
export function canRun(program: string, osUser: OsUser): boolean {
  return spawnSync(program, ['--version'], { ...osUser, cwd: '/', stdio: 'ignore' }).status === 0;
}
