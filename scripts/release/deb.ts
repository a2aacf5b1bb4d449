import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environment, step } from '../toolchain.mjs';

/** Contents of a package. */
export interface DebInput {
  /** The contents of the release, which become the package's. */
  readonly folder: string;
  /** Folder of the package. */
  readonly out: string;
  readonly version: string;
  /** Modification time of every file in it. */
  readonly time: Date;
  /** Compression level, 1 to 9. */
  readonly level: number;
}

const files = join(import.meta.dirname, 'files');
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

const control = (version: string, architecture: string, kilobytes: number): string =>
  [
    'Package: scout',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: Scout <no-reply@scout.example>',
    `Installed-Size: ${kilobytes}`,
    // The operating systems supported by its PostgreSQL and Node.
    'Depends: libc6 (>= 2.28), libstdc++6, libatomic1, passwd',
    'Section: admin',
    'Priority: optional',
    'Description: detection of service-account misuse from security events',
    ' The server with its database, its web application and the packages of its',
    ' agent, in /opt/scout. It starts by: systemctl enable --now scout',
    '',
  ].join('\n');

/** Packs the release as a .deb for systems with dpkg. Consumes `folder`. Returns the file's name. */
export async function buildDeb({ folder, out, version, time, level }: DebInput): Promise<string> {
  const architecture = architectures[process.arch];
  if (architecture === undefined) throw new Error(`There is no .deb for ${process.arch}: give --no-deb.`);
  const staged = join(out, 'deb');
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(join(staged, 'opt'), { recursive: true });
  renameSync(folder, join(staged, 'opt/scout'));
  const put = (from: string, to: string, mode: number) => {
    mkdirSync(dirname(join(staged, to)), { recursive: true });
    cpSync(join(files, from), join(staged, to));
    chmodSync(join(staged, to), mode);
  };
  put('systemd/scout.service', 'usr/lib/systemd/system/scout.service', 0o644);
  put('debian/scout.env', 'etc/scout/scout.env', 0o640);
  for (const name of ['postinst', 'prerm', 'postrm']) put(`debian/${name}`, `DEBIAN/${name}`, 0o755);
  mkdirSync(join(staged, 'usr/bin'));
  symlinkSync('/opt/scout/bin/scout', join(staged, 'usr/bin/scout'));
  const kilobytes = Number(execFileSync('du', ['-sk', staged], { encoding: 'utf8' }).split('\t')[0]);
  writeFileSync(join(staged, 'DEBIAN/control'), control(version, architecture, kilobytes));
  writeFileSync(join(staged, 'DEBIAN/conffiles'), '/etc/scout/scout.env\n');
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', staged]);
  const name = `scout_${version}_${architecture}.deb`;
  const env = { ...environment, SOURCE_DATE_EPOCH: String(time.getTime() / 1000) };
  const args = ['--build', '--root-owner-group', '-Zgzip', `-z${level}`, staged, join(out, name)];
  await step(`Packing ${name}`, 'dpkg-deb', args, { env });
  rmSync(staged, { recursive: true });
  return name;
}
