import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whom PostgreSQL's processes run as. Undefined: as this process. PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** `nobody`, for a server started by root. It must be in the user list: initdb looks its own name up. */
export function unprivilegedAccount(): Account {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  if (!fields) {
    throw new Error(
      'PostgreSQL does not run as root and there is no user "nobody" to run it as. Start Scout as an ordinary ' +
        'user, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** Whether the account can enter this folder, asked of the kernel rather than worked out from modes. */
export function canEnter(directory: string, account: Account): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return probe.status === 0;
}

/** Whether the account can run this program, libraries included. */
export function canRun(program: string, account: Account): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}
