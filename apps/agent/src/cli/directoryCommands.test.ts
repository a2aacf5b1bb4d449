import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@scout/testkit/freePort';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectorKey } from '../directories/connectorKey.ts';
import { nodeFs } from '../runtime/durableFs.ts';
import { fingerprintOf } from '../service/signedDocument.ts';
import { addDirectory, checkDirectory, listDirectories, removeDirectory } from './directoryCommands.ts';

let folder: string;
let config: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-directory-'));
  config = join(folder, 'agent.json');
  await writeFile(config, '{"server":"https://scout.northwind.example","group":"Web"}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const corp = { name: 'Corp', url: 'ldaps://dc1.example', bind: 'reader', passwordFile: '/etc/reader' };
const stored = async () => JSON.parse(await readFile(config, 'utf8'));

it('adds a directory to the file, and removes it by its name in any case', async () => {
  await addDirectory({ ...corp, config, filter: '(ou=Services)' });
  expect(await stored()).toMatchObject({
    group: 'Web',
    directories: [
      {
        name: 'Corp',
        url: 'ldaps://dc1.example',
        bind: 'reader',
        password_file: '/etc/reader',
        filter: '(ou=Services)',
      },
    ],
  });
  await expect(addDirectory({ ...corp, name: 'CORP', config })).rejects.toThrow('two have the same name');
  await expect(addDirectory({ ...corp, name: 'Other', url: 'dc1', config })).rejects.toThrow('"url" must be');
  expect((await stored()).directories).toHaveLength(1);
  await removeDirectory({ name: 'corp', config });
  expect(await stored()).toMatchObject({ group: 'Web', directories: [] });
});

it('lists directories with the fingerprint of the key, and makes none', async () => {
  const said: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
  try {
    await listDirectories({ config, state: folder });
    const { publicKey } = await connectorKey(nodeFs, folder);
    await addDirectory({ ...corp, config });
    said.length = 0;
    await listDirectories({ config, state: folder });
    expect(said).toEqual([
      'Corp  ldaps://dc1.example  reader\n',
      `Their snapshots are signed by the key ${fingerprintOf(publicKey)}\n`,
    ]);
  } finally {
    write.mockRestore();
  }
});

it('says why a directory cannot be read', async () => {
  const passwordFile = join(folder, 'password');
  const url = `ldaps://127.0.0.1:${await freePort()}`;
  await addDirectory({ ...corp, url, passwordFile, config });
  const check = () => checkDirectory({ name: 'Corp', config });
  await expect(check()).rejects.toThrow('The agent cannot read its file with the password (ENOENT).');
  await writeFile(passwordFile, 'secret');
  await expect(check()).rejects.toThrow('The controller could not be reached (ECONNREFUSED).');
  await expect(checkDirectory({ name: 'Other', config })).rejects.toThrow('There is no directory Other.');
});
