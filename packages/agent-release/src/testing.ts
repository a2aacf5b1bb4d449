import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleasePackage } from '@scout/contract/releases';
import { deflateProgram } from './formats/gzip.ts';
import { read } from './formats/part.ts';
import { buildDeb } from './packages/deb.ts';
import { buildExe, installedProgram } from './packages/exe.ts';
import { linuxEntries } from './packages/linux.ts';
import { buildMsi } from './packages/msi.ts';
import { buildPkg } from './packages/pkg.ts';
import { buildRpm } from './packages/rpm.ts';
import { buildTarball } from './packages/tarball.ts';
import { partsOf, type Recipes } from './pieces.ts';
import { ReleaseFolder } from './releaseFolder.ts';
import { type ReleaseSigner, temporarySigner } from './signing/signer.ts';

const packages = {
  exe: { platform: 'windows', arch: 'x64', kind: 'exe' },
  msi: { platform: 'windows', arch: 'x64', kind: 'msi' },
  pkg: { platform: 'macos', arch: 'universal', kind: 'pkg' },
  deb: { platform: 'linux', arch: 'x64', kind: 'deb' },
  rpm: { platform: 'linux', arch: 'x64', kind: 'rpm' },
  tar: { platform: 'linux', arch: 'x64', kind: 'tar.gz' },
} as const satisfies Record<string, ReleasePackage>;

/** One key for all releases of a test run. */
const signerOfTests = temporarySigner();

/** A release with every kind of package, around `program` instead of an agent: for tests without installation. */
export async function writeTestRelease(
  out: string,
  version: string,
  program: Uint8Array,
  signer: ReleaseSigner = signerOfTests,
): Promise<string> {
  const input = { version, mtime: 1_780_000_000 };
  const content = await deflateProgram(program);
  const entries = linuxEntries(content);
  const host = Buffer.from('service host');
  await using release = await ReleaseFolder.open(out, signer);
  await release.add(packages.exe, buildExe(program, host));
  await release.add(packages.msi, await buildMsi(input, installedProgram(program, host), host, 1));
  await release.add(packages.pkg, await buildPkg(input, content));
  await release.add(packages.deb, await buildDeb(input, 'x64', entries));
  await release.add(packages.rpm, await buildRpm(input, 'x64', entries));
  await release.add(packages.tar, await buildTarball(input, 'linux', content));
  return (await release.publish(input)).folder;
}

/** A package of a release as it is downloaded. */
export async function readPackage(folder: string, path: string): Promise<Buffer> {
  const recipes: Recipes = JSON.parse(await readFile(join(folder, 'recipes.json'), 'utf8'));
  const chunks: Uint8Array[] = [];
  for await (const chunk of read(partsOf(folder, recipes[path]!))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Bytes that do not compress, the same for the same seed. */
export const bytesFrom = (seed: string | number, outputLength: number): Buffer =>
  createHash('shake256', { outputLength }).update(String(seed)).digest();
