import { join } from 'node:path';
import { defaultStateFolder } from '../runtime/defaults.ts';

/** Paths of an installed agent. All except the state belong to root or administrators. */
export interface Layout {
  /** Folder of the program and of its upgraded versions. */
  readonly programs: string;
  /** The program run by the service: on Linux and macOS a link to a version, on Windows the program itself. */
  readonly current: string;
  /**
   * Runs `apply-upgrade`, so that a new version does not verify itself. On Linux and macOS a link to the last version that
   * reached the server, on Windows a copy of the version that downloaded the upgrade.
   */
  readonly proven: string;
  /** Exists while a new version runs unverified: `{version}`. */
  readonly pending: string;
  /** The program installed by a package. */
  readonly packaged: string;
  /** The service's configuration. */
  readonly config: string;
  /** PEM of the release key trusted at installation. */
  readonly releaseKey: string;
  /** PEM of its successor, once a release was signed by another key; then the only trusted one. */
  readonly followingKey: string;
  /** The configuration that a package leaves for `provision`; null where packages have no fixed place for it. */
  readonly enrolment: string | null;
  /** The agent's own writable folder. */
  readonly state: string;
}

/** The layout of this system. */
export function layoutOf(platform: NodeJS.Platform = process.platform): Layout {
  const state = defaultStateFolder();
  if (platform === 'win32') {
    const data = join(state, '..');
    const programs = join(process.env.ProgramFiles ?? 'C:\\Program Files', 'Scout Agent');
    const program = join(programs, 'scout-agent.exe');
    return {
      programs,
      current: program,
      proven: join(programs, 'scout-agent-upgrade.exe'),
      pending: join(programs, 'pending.json'),
      packaged: program,
      config: join(data, 'agent.json'),
      releaseKey: join(data, 'release-key.pem'),
      followingKey: join(programs, 'release-key.pem'),
      enrolment: null,
      state,
    };
  }
  const settings = platform === 'darwin' ? '/Library/Application Support/Scout' : '/etc/scout-agent';
  return {
    programs: '/opt/scout-agent',
    current: '/opt/scout-agent/current',
    proven: '/opt/scout-agent/proven',
    pending: '/opt/scout-agent/pending.json',
    packaged: '/opt/scout-agent/packaged/scout-agent',
    config: `${settings}/agent.json`,
    releaseKey: `${settings}/release-key.pem`,
    followingKey: '/opt/scout-agent/release-key.pem',
    enrolment: platform === 'darwin' ? null : '/etc/scout-agent/enrolment.json',
    state,
  };
}
