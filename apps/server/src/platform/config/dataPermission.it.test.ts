import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createScratchFolder } from '@scout/testkit';
import { expect, it } from 'vitest';
import { explainedPermission, UnusableDirectory } from './dataPermission.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
/** Root may write everywhere; the user nobody exists on every Linux. */
const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const id = isRoot ? 65_534 : process.getuid?.();

/** A start by a user without rights, to its end. */
async function start(dataDir: string) {
  const child = spawn(process.execPath, [main], {
    ...nobody,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', SCOUT_DATA_DIR: dataDir, PORT: '0', SCOUT_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { said, code };
}

it.runIf(process.platform === 'linux')(
  'a data folder of another user ends the start with one sentence and the code that stands for no restart',
  async () => {
    const folder = await createScratchFolder();
    await chmod(folder, 0o755);
    const data = join(folder, 'data');
    await mkdir(data, { mode: 0o555 });
    const owner = isRoot ? 0 : id;
    expect(await start(data)).toEqual({
      code: 2,
      said:
        `User ${id} may not use ${data}/server.lock, which belongs to user ${owner}, in the data folder ${data}. ` +
        `Run chown -R ${id}:${isRoot ? 65_534 : process.getgid?.()} on the folder, or set SCOUT_DATA_DIR to another one.\n`,
    });
  },
);

it.runIf(isRoot)('a file in it that another user left is named', async () => {
  const folder = await createScratchFolder();
  await chown(folder, 65_534, 65_534);
  await writeFile(join(folder, 'server.lock'), '', { mode: 0o600 });
  const { said, code } = await start(folder);
  expect(code).toBe(2);
  expect(said).toContain(`User 65534 may not use ${folder}/server.lock, which belongs to user 0,`);
});

it('a read-only file system is named, and other errors stay what they are', async () => {
  const refused = Object.assign(new Error('EROFS'), { code: 'EROFS', path: '/var/lib/scout/server.lock' });
  const explained = await explainedPermission(refused, '/var/lib/scout');
  expect(explained).toBeInstanceOf(UnusableDirectory);
  expect((explained as Error).message).toContain('mounted read-only');
  const elsewhere = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/etc/scout/tls/key.pem' });
  expect(await explainedPermission(elsewhere, '/var/lib/scout')).toBe(elsewhere);
});
