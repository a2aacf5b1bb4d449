import { createHash } from 'node:crypto';
import { arHeader, arMagic, arPadding } from '../formats/ar.ts';
import { directory, type Entry, file, sizeOf } from '../formats/entry.ts';
import { GzipMember } from '../formats/gzip.ts';
import type { Part } from '../formats/part.ts';
import { totalOf } from '../formats/part.ts';
import { addToTar, tarEnd } from '../formats/tar.ts';
import { type BuildInput, type Built, type Enrolment, enrolmentText, type OpenBody } from './built.ts';
import { ENROLMENT_PATH, setupSteps } from './linux.ts';

export interface DebRecipe {
  readonly kind: 'deb';
  readonly mtime: number;
  /** Everything before the header of the data member, base64. */
  readonly head: string;
  /** The data member without its end. */
  readonly body: OpenBody;
}

const architectures = { x64: 'amd64', arm64: 'arm64' } as const;

const scripts = (): Record<string, string> => {
  const head = `#!/bin/sh\nset -e\n${setupSteps()}\n`;
  return {
    postinst: `${head}case "$1" in\n  configure)\n    setup_user\n    provision\n    enable_units\n    ;;\nesac\n`,
    prerm: `${head}case "$1" in\n  remove)\n    disable_units\n    remove_upgrades\n    ;;\nesac\n`,
    postrm: `${head}case "$1" in\n  remove)\n    if running_systemd; then systemctl daemon-reload; fi\n    ;;\n  purge)\n    remove_upgrades\n    remove_everything\n    ;;\nesac\n`,
  };
};

/** All parent folders of the entries, each once and before its content, as dpkg requires. */
function withFolders(entries: readonly Entry[]): Entry[] {
  const known = new Set(entries.map(({ path }) => path));
  const all: Entry[] = [directory('')];
  for (const entry of entries) {
    const steps = entry.path.split('/').slice(1, -1);
    steps.forEach((_, index) => {
      const path = `/${steps.slice(0, index + 1).join('/')}`;
      if (known.has(path)) return;
      known.add(path);
      all.push(directory(path));
    });
    all.push(entry);
  }
  return all;
}

async function controlMember(
  { version, mtime }: BuildInput,
  arch: 'x64' | 'arm64',
  entries: readonly Entry[],
): Promise<Part[]> {
  const kilobytes = Math.ceil(entries.reduce((sum, entry) => sum + sizeOf(entry), 0) / 1024);
  const control = [
    'Package: scout-agent',
    `Version: ${version}`,
    `Architecture: ${architectures[arch]}`,
    'Maintainer: Scout <no-reply@scout.example>',
    `Installed-Size: ${kilobytes}`,
    'Depends: libc6 (>= 2.17), passwd',
    'Section: admin',
    'Priority: optional',
    'Description: ships security events of this machine to Scout',
    ' Reads the journal and log files, and sends what concerns the use of service',
    ' accounts to a Scout server, each event exactly once.',
    '',
  ].join('\n');
  const sums = entries
    .filter(({ type }) => type === 'file')
    .map(({ path, content }) => {
      const md5 = createHash('md5')
        .update(content?.data ?? '')
        .digest('hex');
      return `${md5}  ${path.slice(1)}\n`;
    });
  const gzip = new GzipMember();
  const files = [
    directory(''),
    file('/control', 0o644, control),
    file('/md5sums', 0o644, sums.join('')),
    ...Object.entries(scripts()).map(([name, text]) => file(`/${name}`, 0o755, text)),
  ];
  await addToTar(gzip, files, '.', mtime);
  await gzip.add(tarEnd);
  gzip.end();
  return [arHeader('control.tar.gz', gzip.bytes, mtime), ...gzip.parts, arPadding(gzip.bytes)];
}

/** A Debian package of these entries. */
export async function buildDeb(
  input: BuildInput,
  arch: 'x64' | 'arm64',
  entries: readonly Entry[],
): Promise<Built<DebRecipe>> {
  const { mtime } = input;
  const format = Buffer.from('2.0\n');
  const control = await controlMember(input, arch, entries);
  const head = Buffer.concat([
    arMagic,
    arHeader('debian-binary', format.length, mtime),
    format,
    ...(control as Uint8Array[]),
  ]);
  const data = new GzipMember();
  await addToTar(data, withFolders(entries), '.', mtime);
  const open: OpenBody = { offset: head.length + 60, length: data.bytes, gzip: data.state };
  const recipe: DebRecipe = { kind: 'deb', mtime, head: head.toString('base64'), body: open };
  return { parts: await finish(recipe, data.parts, []), recipe };
}

/** The package with a configuration as an additional file. */
export const configureDeb = (
  recipe: DebRecipe,
  body: readonly Part[],
  enrolment: Enrolment,
): Promise<Part[]> => finish(recipe, body, [file(ENROLMENT_PATH, 0o600, enrolmentText(enrolment))]);

async function finish(recipe: DebRecipe, body: readonly Part[], more: readonly Entry[]): Promise<Part[]> {
  const tail = new GzipMember(recipe.body.gzip);
  await addToTar(tail, more, '.', recipe.mtime);
  await tail.add(tarEnd);
  tail.end();
  const size = totalOf(body) + tail.bytes;
  const head = Buffer.from(recipe.head, 'base64');
  return [head, arHeader('data.tar.gz', size, recipe.mtime), ...body, ...tail.parts, arPadding(size)];
}
