import { fatBinary } from '@scout/agent-release/formats/fatBinary';
import { type DeflatedProgram, deflateProgram } from '@scout/agent-release/formats/gzip';
import type { BuildInput, Built } from '@scout/agent-release/packages/built';
import { buildDeb } from '@scout/agent-release/packages/deb';
import { buildExe, installedProgram } from '@scout/agent-release/packages/exe';
import { linuxEntries } from '@scout/agent-release/packages/linux';
import { buildMsi } from '@scout/agent-release/packages/msi';
import { buildPkg } from '@scout/agent-release/packages/pkg';
import type { Recipe } from '@scout/agent-release/packages/recipe';
import { buildRpm } from '@scout/agent-release/packages/rpm';
import { buildTarball } from '@scout/agent-release/packages/tarball';
import { ReleaseFolder } from '@scout/agent-release/releaseFolder';
import type { ReleaseSigner } from '@scout/agent-release/signing/signer';
import {
  packagePath,
  type ReleaseManifest,
  type ReleasePackage,
  releasePackages,
} from '@scout/contract/releases';
import { compile } from './compile.ts';
import { readServiceHost } from './serviceHost.ts';
import { signBy } from './sign.ts';

export interface ReleaseOptions extends BuildInput {
  /** Folder of finished releases; its `current.json` names the latest. */
  readonly out: string;
  /** Folder of downloaded runtimes. */
  readonly cache: string;
  readonly signer: ReleaseSigner;
  /** Packages to build; by default all. */
  readonly only?: (wanted: ReleasePackage) => boolean;
  /** Compression level, 1 to 9; 6 by default. */
  readonly level?: number;
  /** Program that signs the .msi in place, given its path. */
  readonly signMsi?: string | undefined;
  /** Called for each step. */
  readonly progress: (sentence: string) => void;
}

export interface ReleaseResult {
  readonly folder: string;
  readonly manifest: ReleaseManifest;
}

type Platform = 'windows' | 'macos' | 'linux-x64' | 'linux-arm64';
const platformOf = ({ platform, arch }: ReleasePackage): Platform =>
  platform === 'linux' ? `linux-${arch === 'arm64' ? 'arm64' : 'x64'}` : platform;

/** Builds the packages of a release and makes it the latest; a server always finds a complete one. */
export async function buildRelease(options: ReleaseOptions): Promise<ReleaseResult> {
  const { out, progress } = options;
  await using release = await ReleaseFolder.open(out, options.signer);
  const wanted = releasePackages.filter(options.only ?? (() => true));
  for (const platform of new Set(wanted.map(platformOf))) {
    const source = await sourceOf(platform, options, release.work);
    for (const each of wanted.filter((one) => platformOf(one) === platform)) {
      progress(`Packing ${packagePath(each)}`);
      await release.add(each, await source(each));
    }
  }
  // Awaited here, because the folder is removed when this function ends.
  return await release.publish(options);
}

/** Compiles for a platform, and returns the input of its packages. */
async function sourceOf(
  platform: Platform,
  { cache, version, mtime, level, signMsi, progress }: ReleaseOptions,
  work: string,
): Promise<(wanted: ReleasePackage) => Built<Recipe> | Promise<Built<Recipe>>> {
  const input = { version, mtime };
  const at = { cache, work, version };
  if (platform === 'windows') {
    progress('Compiling for windows-x64');
    const host = await readServiceHost();
    const program = await compile('windows-x64', at);
    return async ({ kind }) => {
      if (kind !== 'msi') return buildExe(program, host);
      const msi = await buildMsi(input, installedProgram(program, host), host, level);
      if (signMsi === undefined) return msi;
      return { ...msi, parts: [await signBy(signMsi, 'scout-agent.msi', msi.parts, work)] };
    };
  }
  if (platform === 'macos') {
    progress('Compiling for macos-x64 and macos-arm64');
    const binary = await universal(await compile('macos-x64', at), await compile('macos-arm64', at), level);
    return ({ kind }) => (kind === 'pkg' ? buildPkg(input, binary) : buildTarball(input, 'macos', binary));
  }
  progress(`Compiling for ${platform}`);
  const arch = platform === 'linux-arm64' ? 'arm64' : 'x64';
  const data = await compile(platform, at);
  const binary = await deflateProgram(data, level);
  const entries = linuxEntries(binary);
  return ({ kind }) => {
    if (kind === 'deb') return buildDeb(input, arch, entries);
    return kind === 'rpm' ? buildRpm(input, arch, entries) : buildTarball(input, 'linux', binary);
  };
}

/** One program for both Mac architectures. */
async function universal(x64: Buffer, arm64: Buffer, level?: number): Promise<DeflatedProgram> {
  const [first, second] = fatBinary([
    { arch: 'x64', bytes: x64.length },
    { arch: 'arm64', bytes: arm64.length },
  ]);
  return deflateProgram(Buffer.concat([first!, x64, second!, arm64]), level);
}
