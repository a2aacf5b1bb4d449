import type { ReleaseFile } from '@scout/contract/releases';

/** The state of the server's package build; undefined while unknown. */
export type BuildState = 'idle' | 'building' | 'failed' | undefined;

/** Reason why a package is unavailable, and the next step. */
export interface Absence {
  readonly state: 'looking' | 'building' | 'missing';
  readonly title: string;
  readonly text: string;
}

const absences: Readonly<Record<NonNullable<BuildState> | 'unknown', Absence>> = {
  unknown: { state: 'looking', title: 'Looking for the package...', text: '' },
  building: {
    state: 'building',
    title: 'Being built',
    text: 'This server is building the package. It appears here when ready.',
  },
  failed: {
    state: 'missing',
    title: 'The build failed',
    text: 'This server could not build the package. Its operator can find the reason in build/agents.log and build it again with npm run build:agents.',
  },
  idle: {
    state: 'missing',
    title: 'Not on this server',
    text: 'This package has not been built here. The server’s operator can build it with npm run build:agents.',
  },
};

/** Reason why a package of the release is unavailable, or null. `release` is undefined while unknown. */
export function absenceOf(
  path: string,
  release: { readonly files: readonly Pick<ReleaseFile, 'path'>[] } | null | undefined,
  build: BuildState,
): Absence | null {
  if (release?.files.some((file) => file.path === path)) return null;
  return absences[release === undefined || build === undefined ? 'unknown' : build];
}
