/** Operating systems with agent packages, as named in paths below `/releases/latest/`. */
export const releasePlatforms = ['windows', 'macos', 'linux'] as const;
export type ReleasePlatform = (typeof releasePlatforms)[number];

/** `universal` holds both x64 and arm64. */
export const releaseArchitectures = ['x64', 'arm64', 'universal'] as const;
export type ReleaseArchitecture = (typeof releaseArchitectures)[number];

export const packageKinds = ['exe', 'msi', 'pkg', 'deb', 'rpm', 'tar.gz'] as const;
export type PackageKind = (typeof packageKinds)[number];

/**
 * Kinds that are downloaded with a configuration inside. Of an .msi Windows keeps a copy that every user of the machine can read, and
 * the configuration has a token.
 */
export const configurableKinds = [
  'exe',
  'pkg',
  'deb',
  'rpm',
  'tar.gz',
] as const satisfies readonly PackageKind[];
export type ConfigurableKind = (typeof configurableKinds)[number];

/** Every package of a release; the first of a platform is its default. */
export const releasePackages = [
  { platform: 'windows', arch: 'x64', kind: 'exe' },
  { platform: 'windows', arch: 'x64', kind: 'msi' },
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

/** A package that is downloaded with a configuration inside. */
export type ConfigurablePackage = ReleasePackage & { readonly kind: ConfigurableKind };

export const isConfigurable = (wanted: ReleasePackage): wanted is ConfigurablePackage =>
  configurableKinds.some((kind) => kind === wanted.kind);

/** `scout-agent-latest.deb`, `scout-agent-latest-arm64.deb`. */
export function packageFileName({ arch, kind }: ReleasePackage): string {
  return `scout-agent-latest${arch === 'arm64' ? '-arm64' : ''}.${kind}`;
}

/** Below `/releases/latest/`: `linux/scout-agent-latest.deb`. */
export const packagePath = (wanted: ReleasePackage): string =>
  `${wanted.platform}/${packageFileName(wanted)}`;

/** Finds a package by platform and, if given, architecture and kind. Undefined without a match. */
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

/** Reachability of the server from a package that contains its address. */
export const packageReaches = [
  'everywhere',
  /** The server answers on a loopback address. */
  'this_machine',
  /** It listens on every address of its machine, and PUBLIC_URL, the address for other machines, is missing. */
  'nowhere',
] as const;
export type PackageReach = (typeof packageReaches)[number];

/** The program in a package, as an upgrade installs it. */
export interface ReleaseProgram {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** `<path of the package>.index`: its blocks, so that an agent fetches only those that it lacks. */
  readonly index: { readonly bytes: number; readonly sha256: string };
}

/** A package in the manifest. */
export interface ReleaseFile extends ReleasePackage {
  /** Below `/releases/latest/`. */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Absent in packages that agents do not upgrade from. */
  readonly program?: ReleaseProgram | undefined;
}

/** `/releases/latest/manifest.json`: the contents of the release. Agents and servers trust the build's signature of it. */
export interface ReleaseManifest {
  readonly version: string;
  readonly built_at: string;
  readonly files: readonly ReleaseFile[];
  /** `recipes.json`: instructions for inserting configurations into these packages. */
  readonly recipes: { readonly bytes: number; readonly sha256: string };
}

/** `major.minor.patch`, the only form of version offered to agents. */
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

/** Oldest macOS that can start the agent's program, by its header. */
export const OLDEST_MACOS = 13;
