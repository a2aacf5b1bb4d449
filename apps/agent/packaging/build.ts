import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { noteBuild } from '@scout/agent-release/buildState';
import {
  openReleaseKey,
  type ReleaseSigner,
  replaceReleaseKey,
  requireSuccession,
} from '@scout/agent-release/signing/signer';
import { type ReleasePackage, versionPattern } from '@scout/contract/releases';
import { version as agentVersion } from '../src/runtime/version.ts';
import { buildRelease } from './release.ts';

const HELP = `npm run build:agents -- [--json] [--only PLATFORM[-ARCH]] [--version V] [--out DIR] [--sign-msi PROGRAM]
npm run build:agents -- --new-key | --adopt-key FILE

Compiles the agent for every system, packs it (.exe, .msi, .pkg, .deb, .rpm and tarballs) and signs it, for a server to serve.
The same sources give the same bytes. Bun is fetched once, by npm; after that nothing is.

The key that signs is in the file that SCOUT_RELEASE_KEY_FILE names (default: keys/release.pem), with its chain beside it.
The first build makes it.

  --only NAME   windows, macos, linux, linux-x64 or linux-arm64; may be repeated
  --version V   version that the agents say they are (default: ${agentVersion})
  --out DIR     folder of releases (default: build/agents)
  --sign-msi P  run P with the path of the .msi, to sign it in place by your own certificate
  --new-key     make another key, announced by the present one, which is gone afterwards; then build
  --adopt-key F the same with the private key in F (PEM)
  --json        print the result as JSON
  --help        print this

Exit codes: 0 built; 1 failed; 2 wrong usage.`;

const root = join(import.meta.dirname, '../../..');

/** Time of the sources, so that later builds of them give the same bytes. */
function sourceTime(): number {
  const given = Number(process.env.SOURCE_DATE_EPOCH);
  if (Number.isSafeInteger(given) && given > 0) return given;
  try {
    const args = ['log', '-1', '--format=%ct', '--', 'apps/agent', 'packages/contract', 'package-lock.json'];
    const time = Number(
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    if (Number.isSafeInteger(time) && time > 0) return time;
  } catch {
    // Not a checkout, or no git: any fixed time works.
  }
  return Date.UTC(2026, 0, 1) / 1000;
}

/** The installation's key, or its successor from this release on. */
async function signerFor(
  isNew: boolean,
  adopted: string | undefined,
  progress: (sentence: string) => void,
): Promise<ReleaseSigner> {
  const path = resolve(process.env.SCOUT_RELEASE_KEY_FILE || join(root, 'keys', 'release.pem'));
  const { signer, origin } = await openReleaseKey(path);
  if (origin === 'made') progress(`Made the key that signs releases: ${path}. Back it up.`);
  if (!isNew && adopted === undefined) return signer;
  const next = await replaceReleaseKey(path, adopted);
  progress(`Replaced the key that signs releases: ${path}. Back it up.`);
  return next;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      version: { type: 'string', default: agentVersion },
      out: { type: 'string', default: join(root, 'build', 'agents') },
      'sign-msi': { type: 'string' },
      'new-key': { type: 'boolean', default: false },
      'adopt-key': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const wanted = values.only;
  const names = ['windows', 'macos', 'linux', 'linux-x64', 'linux-arm64'];
  const twoKeys = values['new-key'] && values['adopt-key'] !== undefined;
  if (wanted?.some((name) => !names.includes(name)) || !versionPattern.test(values.version) || twoKeys) {
    process.stderr.write(`${HELP}\n`);
    return 2;
  }
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  const progress = (sentence: string) => {
    process.stderr.write(`  ${seconds().padStart(5)} s  ${sentence}\n`);
  };
  const only = ({ platform, arch }: ReleasePackage) =>
    !wanted || wanted.includes(platform) || wanted.includes(`${platform}-${arch}`);
  const { folder, manifest } = await noteBuild(values.out, async () => {
    const signer = await signerFor(values['new-key'], values['adopt-key'], progress);
    await requireSuccession(values.out, signer);
    return buildRelease({
      out: values.out,
      signer,
      cache: join(root, 'build', 'runtimes'),
      version: values.version,
      mtime: sourceTime(),
      only,
      signMsi: values['sign-msi'] && resolve(values['sign-msi']),
      progress,
    });
  });
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ folder, seconds: Number(seconds()), ...manifest }, null, 2)}\n`);
  } else {
    for (const { path, bytes, sha256 } of manifest.files) {
      process.stdout.write(`${path.padEnd(42)} ${(bytes / 1e6).toFixed(1).padStart(6)} MB  ${sha256}\n`);
    }
    process.stdout.write(
      `Scout agent ${manifest.version}: ${manifest.files.length} packages in ${folder}, ${seconds()} s\n`,
    );
  }
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof TypeError && 'code' in error ? 2 : 1;
}
