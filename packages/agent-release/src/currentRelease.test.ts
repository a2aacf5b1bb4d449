import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentFolder, RELEASE_FORMAT } from './currentRelease.ts';
import { bytesFrom, writeTestRelease } from './testing.ts';

let out: string;
let folder: string;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'scout-form-'));
  folder = await writeTestRelease(out, '0.2.0', bytesFrom('form', 100_000));
});
afterAll(() => rm(out, { recursive: true }));

/** The names and types of everything in a JSON value; members of a list and hashes as names count as one. */
function formOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => formOf(each, `${at}[]`)))];
  if (typeof value !== 'object' || value === null)
    return [`${at}: ${value === null ? 'null' : typeof value}`];
  return [...new Set(Object.entries(value).flatMap(([name, each]) => formOf(each, `${at}.${name}`)))];
}

const formOfFile = async (name: string): Promise<string[]> =>
  formOf(JSON.parse(await readFile(join(folder, name), 'utf8')));

it('names the folder', async () => {
  expect(currentFolder(await readFile(join(out, 'current.json'), 'utf8'))).toBe(basename(folder));
});

it.each([undefined, RELEASE_FORMAT - 1, RELEASE_FORMAT + 1])('refuses the form %s', (format) => {
  expect(() => currentFolder(JSON.stringify({ folder: basename(folder), format }))).toThrow(
    'built by another version of Scout',
  );
});

it('has the form of its number: whoever changes it increments releaseFormat in package.json', async () => {
  const [recipes, manifest] = [await formOfFile('recipes.json'), await formOfFile('manifest.json')];
  const files = (await readdir(folder)).sort();
  expect({ format: RELEASE_FORMAT, files, manifest, recipes }).toMatchInlineSnapshot(`
    {
      "files": [
        "keys.json",
        "linux",
        "macos",
        "manifest.json",
        "manifest.json.sig",
        "pieces",
        "recipes.json",
        "windows",
      ],
      "format": 2,
      "manifest": [
        ".version: string",
        ".built_at: string",
        ".files[].platform: string",
        ".files[].arch: string",
        ".files[].kind: string",
        ".files[].path: string",
        ".files[].bytes: number",
        ".files[].sha256: string",
        ".files[].program.bytes: number",
        ".files[].program.sha256: string",
        ".files[].program.index.bytes: number",
        ".files[].program.index.sha256: string",
        ".recipes.bytes: number",
        ".recipes.sha256: string",
      ],
      "recipes": [
        ".windows/scout-agent-latest.exe.pieces[].sha256: string",
        ".windows/scout-agent-latest.exe.pieces[].bytes: number",
        ".windows/scout-agent-latest.exe.pieces[].frames[].bytes: number",
        ".windows/scout-agent-latest.exe.pieces[].frames[].stored: number",
        ".windows/scout-agent-latest.exe.recipe.kind: string",
        ".windows/scout-agent-latest.exe.recipe.body.offset: number",
        ".windows/scout-agent-latest.exe.recipe.body.length: number",
        ".windows/scout-agent-latest.exe.recipe.hostBytes: number",
        ".windows/scout-agent-latest.msi.pieces[].sha256: string",
        ".windows/scout-agent-latest.msi.pieces[].bytes: number",
        ".windows/scout-agent-latest.msi.recipe.kind: string",
        ".macos/scout-agent-latest.pkg.pieces[].sha256: string",
        ".macos/scout-agent-latest.pkg.pieces[].bytes: number",
        ".macos/scout-agent-latest.pkg.recipe.kind: string",
        ".macos/scout-agent-latest.pkg.recipe.mtime: number",
        ".macos/scout-agent-latest.pkg.recipe.bom: string",
        ".macos/scout-agent-latest.pkg.recipe.packageInfo: string",
        ".macos/scout-agent-latest.pkg.recipe.payloadSha1: string",
        ".macos/scout-agent-latest.pkg.recipe.body.offset: number",
        ".macos/scout-agent-latest.pkg.recipe.body.length: number",
        ".linux/scout-agent-latest.deb.pieces[].sha256: string",
        ".linux/scout-agent-latest.deb.pieces[].bytes: number",
        ".linux/scout-agent-latest.deb.recipe.kind: string",
        ".linux/scout-agent-latest.deb.recipe.mtime: number",
        ".linux/scout-agent-latest.deb.recipe.head: string",
        ".linux/scout-agent-latest.deb.recipe.body.offset: number",
        ".linux/scout-agent-latest.deb.recipe.body.length: number",
        ".linux/scout-agent-latest.deb.recipe.body.gzip.crc: number",
        ".linux/scout-agent-latest.deb.recipe.body.gzip.length: number",
        ".linux/scout-agent-latest.rpm.pieces[].sha256: string",
        ".linux/scout-agent-latest.rpm.pieces[].bytes: number",
        ".linux/scout-agent-latest.rpm.recipe.kind: string",
        ".linux/scout-agent-latest.rpm.recipe.version: string",
        ".linux/scout-agent-latest.rpm.recipe.arch: string",
        ".linux/scout-agent-latest.rpm.recipe.mtime: number",
        ".linux/scout-agent-latest.rpm.recipe.files[].path: string",
        ".linux/scout-agent-latest.rpm.recipe.files[].mode: number",
        ".linux/scout-agent-latest.rpm.recipe.files[].size: number",
        ".linux/scout-agent-latest.rpm.recipe.files[].digest: string",
        ".linux/scout-agent-latest.rpm.recipe.files[].target: string",
        ".linux/scout-agent-latest.rpm.recipe.files[].flags: number",
        ".linux/scout-agent-latest.rpm.recipe.body.offset: number",
        ".linux/scout-agent-latest.rpm.recipe.body.length: number",
        ".linux/scout-agent-latest.rpm.recipe.body.gzip.crc: number",
        ".linux/scout-agent-latest.rpm.recipe.body.gzip.length: number",
        ".linux/scout-agent-latest.tar.gz.pieces[].sha256: string",
        ".linux/scout-agent-latest.tar.gz.pieces[].bytes: number",
        ".linux/scout-agent-latest.tar.gz.recipe.kind: string",
        ".linux/scout-agent-latest.tar.gz.recipe.mtime: number",
        ".linux/scout-agent-latest.tar.gz.recipe.body.offset: number",
        ".linux/scout-agent-latest.tar.gz.recipe.body.length: number",
        ".linux/scout-agent-latest.tar.gz.recipe.body.gzip.crc: number",
        ".linux/scout-agent-latest.tar.gz.recipe.body.gzip.length: number",
      ],
    }
  `);
});
