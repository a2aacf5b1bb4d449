import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY } from '@scout/detection/time';
import { createClock, createDatabase, type TestDatabase } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readWebApplication, type WebApplication } from './webApplication.ts';
import { createSharedFiles, type SharedFiles, shareWebFiles } from './webFiles.ts';

let database: TestDatabase;
let folder: string;
let sharedFile: SharedFiles;
beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'scout-web-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});
beforeEach(async () => {
  await database.asOwner((owner) => owner.query('DELETE FROM scout.web_files'));
  sharedFile = createSharedFiles(database.pool);
});

/** A build whose script has this name. */
async function buildWith(script: string): Promise<WebApplication> {
  const root = join(folder, script);
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(root, 'index.html'), '<title>home</title>');
  await writeFile(join(root, 'assets', `${script}.js`), `export const name = '${script}'`);
  await writeFile(join(root, 'assets', `${script}.js.br`), 'compressed');
  await writeFile(join(root, 'assets', 'inter-1.woff2'), 'a font of both');
  return (await readWebApplication(root))!;
}

const readText = async (path: string) => (await sharedFile(path))?.body.toString();
const paths = async () => {
  const { rows } = await database.asOwner((owner) =>
    owner.query<{ path: string }>('SELECT path FROM scout.web_files ORDER BY path'),
  );
  return rows.map(({ path }) => path);
};
const clock = createClock();
const timePasses = (days: number) => clock.advance(days * DAY);
const share = (build: WebApplication) => shareWebFiles(database.pool, build, clock.now());

test('the hashed files of each version are there for the servers of the others', async () => {
  await share(await buildWith('former-1'));
  await share(await buildWith('next-2'));
  expect(await paths()).toEqual(['assets/former-1.js', 'assets/inter-1.woff2', 'assets/next-2.js']);
  expect(await sharedFile('assets/former-1.js')).toEqual({
    mediaType: 'text/javascript; charset=utf-8',
    body: Buffer.from(`export const name = 'former-1'`),
  });
  for (const path of ['assets/other-3.js', 'index.html', 'assets/former-1.js.br', 'assets/../index.html'])
    expect(await readText(path), path).toBeUndefined();
});

test('requests for files that no version has, and many for one file, share a connection', async () => {
  await share(await buildWith('former-1'));
  let taken = 0;
  const count = () => {
    taken += 1;
  };
  database.pool.on('acquire', count);
  const unknown = Array.from({ length: 200 }, (_, index) => sharedFile(`assets/unknown-${index}.js`));
  const known = Array.from({ length: 200 }, () => sharedFile('assets/former-1.js'));
  for (const file of await Promise.all(unknown)) expect(file).toBeUndefined();
  for (const file of await Promise.all(known)) expect(file?.body.toString()).toContain('former-1');
  database.pool.off('acquire', count);
  expect(taken).toBeLessThanOrEqual(4);
});

test('a file is there as soon as another version has shared it', async () => {
  expect(await readText('assets/next-2.js')).toBeUndefined();
  await share(await buildWith('next-2'));
  expect(await readText('assets/next-2.js')).toContain('next-2');
});

test('files go a month after the version that had them was replaced, not sooner', async () => {
  const next = await buildWith('next-2');
  await share(await buildWith('former-1'));
  timePasses(400);
  await share(next);
  timePasses(29);
  await share(next);
  expect(await readText('assets/former-1.js')).toContain('former-1');
  timePasses(2);
  await share(next);
  expect(await paths()).toEqual(['assets/inter-1.woff2', 'assets/next-2.js']);
});

test('a version that comes back keeps its files', async () => {
  const former = await buildWith('former-1');
  await share(former);
  await share(await buildWith('next-2'));
  await share(former);
  timePasses(31);
  await share(former);
  expect(await paths()).toEqual(['assets/former-1.js', 'assets/inter-1.woff2']);
});

test('servers that start at once wait for each other', async () => {
  const builds = await Promise.all([buildWith('former-1'), buildWith('next-2')]);
  await Promise.all([...builds, ...builds].map((build) => share(build)));
  expect(await paths()).toEqual(['assets/former-1.js', 'assets/inter-1.woff2', 'assets/next-2.js']);
});
