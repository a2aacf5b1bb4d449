/** Systems that the agent is packaged for, as named in paths below `/releases/latest/`. */
export const releasePlatforms = ['windows', 'macos', 'linux'] as const;
export type ReleasePlatform = (typeof releasePlatforms)[number];

/** `universal` holds both x64 and arm64. */
export const releaseArchitectures = ['x64', 'arm64', 'universal'] as const;
export type ReleaseArchitecture = (typeof releaseArchitectures)[number];

export const packageKinds = ['exe', 'pkg', 'deb', 'rpm', 'tar.gz'] as const;
export type PackageKind = (typeof packageKinds)[number];

/** Every package of a release; the first of a platform is the default. */
export const releasePackages = [
  { platform: 'windows', arch: 'x64', kind: 'exe' },
  { platform: 'macos', arch: 'universal', kind: 'pkg' },
  { platform: 'macos', arch: 'universal', kind: 'tar.gz' },
  { platform: 'linux', arch: 'x64', kind: 'deb' },
  { platform: 'linux', arch: 'x64', kind: 'rpm' },
  { platform: 'linux', arch: 'x64', kind: 'tar.gz' },
  { platform: 'linux', arch: 'arm64', kind: 'deb' },
  { platform: 'linux', arch: 'arm64', kind: 'rpm' },
  { platform: 'linux', arch: 'arm64', kind: 'tar.gz' },
] as const satisfies readonly ReleasePackage[];

export interface ReleasePackage {
  readonly platform: ReleasePlatform;
  readonly arch: ReleaseArchitecture;
  readonly kind: PackageKind;
}

/** `scout-agent-latest.deb`, `scout-agent-latest-arm64.deb`. */
export function packageFileName({ arch, kind }: ReleasePackage): string {
  return `scout-agent-latest${arch === 'arm64' ? '-arm64' : ''}.${kind}`;
}

/** Below `/releases/latest/`: `linux/scout-agent-latest.deb`. */
export const packagePath = (wanted: ReleasePackage): string =>
  `${wanted.platform}/${packageFileName(wanted)}`;

/**
 * Finds a package by platform, and by architecture and kind if given. Undefined when
 * there is no such package.
 */
export function findPackage(wanted: {
  platform: ReleasePlatform;
  arch?: ReleaseArchitecture | undefined;
  kind?: PackageKind | undefined;
}): ReleasePackage | undefined {
  return releasePackages.find(
    ({ platform, arch, kind }) =>
      platform === wanted.platform &&
      (wanted.arch === undefined || arch === wanted.arch || arch === 'universal') &&
      (wanted.kind === undefined || kind === wanted.kind),
  );
}

/** Reach of a package that carries the server's address. */
export const packageReaches = [
  'everywhere',
  /** The server answers on a loopback address. */
  'this_machine',
  /** It listens on every address of its machine, and PUBLIC_URL, the one that others use, is missing. */
  'nowhere',
] as const;
export type PackageReach = (typeof packageReaches)[number];

/** A package as the manifest lists it. */
export interface ReleaseFile extends ReleasePackage {
  /** Below `/releases/latest/`. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** `/releases/latest/manifest.json`: what the release holds. The build's signature of it is what agents and servers trust. */
export interface ReleaseManifest {
  readonly version: string;
  readonly built_at: string;
  readonly files: readonly ReleaseFile[];
  /** `recipes.json`: how a server puts configurations into these packages. */
  readonly recipes: { readonly bytes: number; readonly sha256: string };
}

/** `major.minor.patch`, the only form of an agent's version that is ever offered. */
export const versionPattern = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;

/** True when version `a` is newer than `b`; false when either is not `major.minor.patch`. */
export function isNewer(a: string, b: string): boolean {
  if (!versionPattern.test(a) || !versionPattern.test(b)) return false;
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let index = 0; index < 3; index += 1) {
    const difference = left[index]! - right[index]!;
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** The oldest macOS that the agent's program starts on, as its header says. */
export const OLDEST_MACOS = 13;
