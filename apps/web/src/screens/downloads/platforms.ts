import {
  OLDEST_MACOS,
  type PackageKind,
  packagePath,
  type ReleasePackage,
  type ReleasePlatform,
  releasePackages,
} from '@scout/contract/releases';

/** A card of the downloads. */
export interface Platform {
  readonly platform: ReleasePlatform;
  readonly name: string;
  /** The supported systems. */
  readonly runsOn: string;
  /** Requirements of this release beyond that. */
  readonly needs?: string;
}

/** The cards in their order (spec section 2, Downloads). */
export const platforms: readonly Platform[] = [
  { platform: 'windows', name: 'Windows', runsOn: 'Windows 10/11 64-bit' },
  { platform: 'linux', name: 'Linux', runsOn: '.deb, .rpm, tarball' },
  {
    platform: 'macos',
    name: 'macOS',
    runsOn: '10.15+, Intel and Apple Silicon',
    needs: `This release: macOS ${OLDEST_MACOS} or newer. macOS 10.15 to ${OLDEST_MACOS - 1} cannot start it.`,
  },
];

const kindNames: Readonly<Record<PackageKind, string>> = {
  exe: 'Installer (.exe)',
  msi: 'Windows Installer (.msi)',
  pkg: 'Installer (.pkg)',
  deb: 'Debian, Ubuntu (.deb)',
  rpm: 'Red Hat, SUSE (.rpm)',
  'tar.gz': 'Tarball (.tar.gz)',
};
const architectureNames = { x64: 'x86-64', arm64: 'ARM64', universal: '' } as const;

/** A package's name within its platform: `Debian, Ubuntu (.deb), ARM64`. */
export function packageName({ platform, arch, kind }: ReleasePackage): string {
  const several = new Set(packagesOf(platform).map((one) => one.arch)).size > 1;
  return several ? `${kindNames[kind]}, ${architectureNames[arch]}` : kindNames[kind];
}

/** The preselected package of a platform. */
export const packagesOf = (platform: ReleasePlatform): readonly ReleasePackage[] =>
  releasePackages.filter((one) => one.platform === platform);

/** The platform of the browser, if there is an agent for it. */
export function platformOfBrowser(userAgent: string): ReleasePlatform | null {
  if (/Windows NT/.test(userAgent)) return 'windows';
  if (/Macintosh/.test(userAgent)) return 'macos';
  return /Linux/.test(userAgent) && !/Android/.test(userAgent) ? 'linux' : null;
}

/** The public package without a configuration. */
export const plainUrl = (wanted: ReleasePackage): string => `/releases/latest/${packagePath(wanted)}`;

/** `92.4 MB`, in powers of 1,000 as in file managers. */
export function formatBytes(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? ['kB', 1_000] : ['MB', 1_000_000];
  return `${(bytes / Number(size)).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}
