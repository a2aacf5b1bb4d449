import { readFileSync } from 'node:fs';
import { directory, type Entry, file } from '../formats/entry.ts';
import { type DeflatedProgram, GzipMember } from '../formats/gzip.ts';
import { type Part, totalOf } from '../formats/part.ts';
import { addToTar, tarEnd } from '../formats/tar.ts';
import { indexOf } from '../programBlocks.ts';
import { type BuildInput, type Built, type Enrolment, enrolmentText, type OpenBody } from './built.ts';

export interface TarballRecipe {
  readonly kind: 'tar.gz';
  readonly mtime: number;
  readonly body: OpenBody;
}

const FOLDER = 'scout-agent';
/** The service files that `scout-agent install` installs. */
const serviceFiles = {
  linux: ['setup.sh', 'scout-agent.service', 'scout-agent-upgrade.service', 'scout-agent-upgrade.path'],
  macos: ['scout.agent.plist', 'scout.agent.upgrade.plist'],
} as const;
const README = `The Scout agent

    sudo ./scout-agent install --server https://scout.example --token TOKEN

installs it as a service; a download that carries a configuration needs neither option. ./scout-agent --help has more.
`;

/** A tarball: the program, and installation instructions. */
export async function buildTarball(
  { mtime }: BuildInput,
  platform: 'linux' | 'macos',
  binary: DeflatedProgram,
): Promise<Built<TarballRecipe>> {
  const gzip = new GzipMember();
  const entries: Entry[] = [
    directory(''),
    { path: '/scout-agent', type: 'file', mode: 0o755, content: binary },
    file('/README', 0o644, README),
    file(
      '/third-party-notices.txt',
      0o644,
      readFileSync(new URL('../../files/third-party-notices.txt', import.meta.url)),
    ),
    directory('/service'),
    ...serviceFiles[platform].map((name) =>
      file(
        `/service/${name}`,
        0o644,
        readFileSync(new URL(`../../files/${platform}/${name}`, import.meta.url)),
      ),
    ),
  ];
  await addToTar(gzip, entries, FOLDER, mtime);
  const body: OpenBody = { offset: 0, length: gzip.bytes, gzip: gzip.state };
  const recipe: TarballRecipe = { kind: 'tar.gz', mtime, body };
  const at = totalOf(gzip.parts.slice(0, gzip.parts.indexOf(binary.deflated)));
  const index = indexOf(binary.data, { coding: 'deflate', at }, binary.stored);
  return { parts: await finish(recipe, gzip.parts, []), recipe, program: { data: binary.data, index } };
}

/** The tarball with a configuration beside the program. */
export const configureTarball = (
  recipe: TarballRecipe,
  body: readonly Part[],
  enrolment: Enrolment,
): Promise<Part[]> => finish(recipe, body, [file('/enrolment.json', 0o600, enrolmentText(enrolment))]);

async function finish(
  { body: { gzip }, mtime }: TarballRecipe,
  body: readonly Part[],
  more: readonly Entry[],
): Promise<Part[]> {
  const tail = new GzipMember(gzip);
  await addToTar(tail, more, FOLDER, mtime);
  await tail.add(tarEnd);
  tail.end();
  return [...body, ...tail.parts];
}
