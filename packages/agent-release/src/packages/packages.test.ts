import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read } from '../formats/part.ts';
import { fileInTar } from '../formats/tar.ts';
import { partsOf, type Recipes } from '../pieces.ts';
import { readPackage, writeTestRelease } from '../testing.ts';
import { readTrailer } from '../trailer.ts';
import type { Enrolment } from './built.ts';
import { configure, prepare, requireConfigurable } from './recipe.ts';

const enrolment: Enrolment = {
  server: 'https://scout.northwind.example',
  token: `scout_enrol_${'A'.repeat(43)}`,
  allow_cleartext: false,
  release_key: '-----BEGIN PUBLIC KEY-----\n',
};
const program = randomBytes(100_000);
const EXE = 'windows/scout-agent-latest.exe';
const DEB = 'linux/scout-agent-latest.deb';
const TAR = 'linux/scout-agent-latest.tar.gz';
let out: string;
let folder: string;
let recipes: Recipes;
beforeAll(async () => {
  out = join(await mkdtemp(join(tmpdir(), 'scout-packages-')), 'releases');
  folder = await writeTestRelease(out, '0.2.0', program);
  recipes = JSON.parse(await readFile(join(folder, 'recipes.json'), 'utf8'));
});
afterAll(() => rm(dirname(out), { recursive: true }));

async function configured(path: string): Promise<Buffer> {
  const recipe = requireConfigurable(recipes[path]!.recipe);
  const stored = partsOf(folder, recipes[path]!);
  const chunks: Uint8Array[] = [];
  const parts = await configure(recipe, stored, await prepare(recipe, stored), enrolment);
  for await (const chunk of read(parts)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('packages', () => {
  it('are the same bytes when they are built again', async () => {
    const again = join(out, '..', 'again');
    const second = await writeTestRelease(again, '0.2.0', program);
    const pieces = (await readdir(join(folder, 'pieces'))).map((name) => join('pieces', name));
    for (const name of [...pieces, 'manifest.json', 'manifest.json.sig', 'recipes.json'])
      expect((await readFile(join(second, name))).equals(await readFile(join(folder, name))), name).toBe(
        true,
      );
    expect(await readdir(join(second, 'pieces'))).toHaveLength(pieces.length);
  });

  it('share the file of a program that they hold in the same form', async () => {
    const large = (path: string) =>
      recipes[path]!.pieces.filter(({ bytes }) => bytes >= program.length).map(({ sha256 }) => sha256);
    const shared = large(TAR);
    expect(shared).toHaveLength(1);
    for (const path of [DEB, 'linux/scout-agent-latest.rpm', 'macos/scout-agent-latest.pkg'])
      expect(large(path), path).toEqual(shared);
    expect(large(EXE)).not.toEqual(shared);
  });

  it('with a configuration keep everything that was in them', async () => {
    const tar = gunzipSync(await configured(TAR));
    expect(fileInTar(tar, 'scout-agent/scout-agent').equals(program)).toBe(true);
    expect(JSON.parse(fileInTar(tar, 'scout-agent/enrolment.json').toString())).toEqual(enrolment);
    expect(() => fileInTar(gunzipSync(Buffer.alloc(0)), 'x')).toThrow();
  });

  it('a Debian package has aligned members with the right sizes', async () => {
    for (const deb of [await readPackage(folder, DEB), await configured(DEB)]) {
      expect(deb.toString('latin1', 0, 8)).toBe('!<arch>\n');
      const names: string[] = [];
      for (let at = 8; at < deb.length; ) {
        expect(at % 2).toBe(0);
        names.push(deb.toString('latin1', at, at + 16).trim());
        expect(deb.toString('latin1', at + 58, at + 60)).toBe('`\n');
        const size = Number(deb.toString('latin1', at + 48, at + 58));
        at += 60 + size + (size % 2);
        expect(at).toBeLessThanOrEqual(deb.length);
      }
      expect(names).toEqual(['debian-binary', 'control.tar.gz', 'data.tar.gz']);
    }
  });

  it('an exe finds its parts from its end', async () => {
    const plainPath = join(out, 'plain.exe');
    await writeFile(plainPath, await readPackage(folder, EXE));
    const plain = await readTrailer(plainPath);
    expect(plain).toEqual({
      programBytes: program.length,
      host: Buffer.from('service host'),
      configuration: null,
    });
    const path = join(out, 'configured.exe');
    await writeFile(path, await configured(EXE));
    const found = await readTrailer(path);
    expect({ ...found, configuration: JSON.parse(found?.configuration ?? '') }).toEqual({
      ...plain,
      configuration: enrolment,
    });
    await writeFile(path, program);
    expect(await readTrailer(path)).toBeNull();
  });
});
