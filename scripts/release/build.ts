import { execFileSync } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { openReleaseKey } from '@scout/agent-release/signing/signer';
import { installedBinaries } from '@scout/server/platform/database/embedded/binaries';
import { ensureBuilt, environment, root, step } from '../toolchain.mjs';
import { shippedPackages, writeContents } from './contents.ts';
import { buildDeb } from './deb.ts';
import { billOfMaterials } from './sbom.ts';

const HELP = `npm run build:release -- [--out DIR] [--no-agents] [--no-deb | --folder] [--fast] [--json]

Makes the release of Scout for this system (Linux): one tarball with Node, PostgreSQL, all that the server needs and the packages of
the agent, the same as a .deb, a bill of materials (CycloneDX), checksums and their signature.
The same sources give the same tarball and the same .deb.

The key that signs is in the file that SCOUT_RELEASE_KEY_FILE names (default: keys/release.pem), as for npm run build:agents.

  --out DIR     folder of the result (default: build/release)
  --no-agents   without the packages of the agent; SCOUT_RELEASES_DIR may name them later
  --no-deb      without the .deb
  --folder      only the folder that the tarball holds, neither packed nor signed
  --fast        compress less
  --json        print the result as JSON
  --help        print this

Exit codes: 0 built; 1 failed; 2 wrong usage.`;

/** Time of the sources, so that later builds of them give the same bytes. */
function sourceTime(): Date {
  const given = Number(process.env.SOURCE_DATE_EPOCH);
  if (Number.isSafeInteger(given) && given > 0) return new Date(given * 1000);
  try {
    const args = ['log', '-1', '--format=%ct'];
    const seconds = Number(
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    if (Number.isSafeInteger(seconds) && seconds > 0) return new Date(seconds * 1000);
  } catch {
    // Not a checkout, or no git: any fixed time works.
  }
  return new Date(Date.UTC(2026, 0, 1));
}

async function sha256Of(path: string): Promise<string> {
  const hash: Hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** A folder as a reproducible tarball: its bytes depend only on its content. */
async function pack(folder: string, name: string, to: string, time: Date, level: number): Promise<void> {
  const args = [
    '--create',
    `--file=${to}`,
    `--use-compress-program=gzip -n -${level}`,
    '--sort=name',
    '--format=gnu',
    `--mtime=@${time.getTime() / 1000}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    `--directory=${folder}`,
    name,
  ];
  await step(`Packing ${name}`, 'tar', args);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(root, 'build/release') },
      'no-agents': { type: 'boolean', default: false },
      'no-deb': { type: 'boolean', default: false },
      folder: { type: 'boolean', default: false },
      fast: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  if (process.platform !== 'linux') throw new Error('A release is built on Linux, for Linux.');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const out = resolve(values.out);
  const time = sourceTime();
  const level = values.fast ? 1 : 6;

  await ensureBuilt();
  // Links of PostgreSQL's libraries, which npm omits: a release does not create them at run time.
  const postgres = await installedBinaries();
  const agents = values['no-agents'] ? undefined : join(root, 'build/agents');
  if (agents !== undefined)
    await step('Building the agent packages', 'node', ['apps/agent/packaging/build.ts'], {
      env: environment,
    });

  const name = `scout-${version}-linux-${process.arch}`;
  mkdirSync(out, { recursive: true });
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  writeContents(folder, version, agents);
  const bill = billOfMaterials(version, time, shippedPackages(), [
    {
      name: 'node',
      version: process.versions.node,
      license: 'MIT',
      purl: `pkg:generic/node@${process.versions.node}`,
    },
    {
      name: 'postgresql',
      version: postgres.version.replace(/-.*/, ''),
      license: 'PostgreSQL',
      purl: `pkg:generic/postgresql@${postgres.version.replace(/-.*/, '')}`,
    },
  ]);
  writeFileSync(join(folder, 'sbom.cdx.json'), bill);
  if (values.folder) {
    process.stdout.write(`${folder}\n`);
    return 0;
  }

  const files = [`${name}.tar.gz`, `scout-${version}.cdx.json`];
  writeFileSync(join(out, files[1]!), bill);
  await pack(out, name, join(out, files[0]!), time, level);
  if (!values['no-deb']) files.push(await buildDeb({ folder, out, version, time, level }));
  rmSync(folder, { recursive: true, force: true });

  const sums = [];
  for (const file of files) sums.push(`${await sha256Of(join(out, file))}  ${file}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  const path = resolve(process.env.SCOUT_RELEASE_KEY_FILE || join(root, 'keys/release.pem'));
  const { signer, origin } = await openReleaseKey(path);
  if (origin === 'made') process.stderr.write(`Made the key that signs releases: ${path}. Back it up.\n`);
  writeFileSync(join(out, 'SHA256SUMS.sig'), signer.sign(Buffer.from(sums.join(''))));
  writeFileSync(join(out, 'release-key.pem'), signer.chain.keys.at(-1)!.key);

  if (values.json) process.stdout.write(`${JSON.stringify({ version, out, files }, null, 2)}\n`);
  else process.stdout.write(`Scout ${version}, in ${out}:\n${sums.join('')}`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof TypeError && 'code' in error ? 2 : 1;
}
