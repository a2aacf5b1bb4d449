import { spawnSync } from 'node:child_process';

const found = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
let refreshed = false;

/**
 * Whether a program of the system is there. Root on Debian installs the package that has it; for anybody else the tests that
 * need it are left out, and a sentence says so.
 */
export function requireTool(program: string, ...packages: string[]): boolean {
  if (found(program)) return true;
  if (process.getuid?.() === 0 && found('apt-get')) {
    const apt = (...args: string[]) =>
      spawnSync('apt-get', [...args, '-qq'], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    if (!refreshed) apt('update');
    refreshed = true;
    apt('install', '-y', '--no-install-recommends', ...packages);
    if (found(program)) return true;
  }
  console.log(`Left out in this run: what needs ${program} (Debian: apt-get install ${packages.join(' ')}).`);
  return false;
}
