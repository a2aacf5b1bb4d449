import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecrets } from './dataDirectory.ts';

const given = { authSecret: undefined, previousAuthSecret: undefined, operatorToken: undefined };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-data-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('secrets are made once and read again', async () => {
  const made = await loadSecrets(join(folder, 'made'), given);
  expect(await loadSecrets(join(folder, 'made'), given)).toEqual(made);
});

test.each(['x'.repeat(38), 'ab'.repeat(20), 'short', ''])(
  'a file with %j is refused as a secret',
  async (text) => {
    for (const name of ['auth-secret', 'operator-token']) {
      const dataDir = await mkdtemp(join(folder, 'given-'));
      await writeFile(join(dataDir, name), `${text}\n`);
      await expect(loadSecrets(dataDir, given)).rejects.toThrow(
        `${join(dataDir, name)} does not contain a random secret`,
      );
    }
  },
);
