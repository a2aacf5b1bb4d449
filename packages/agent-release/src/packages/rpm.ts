import { createHash, type Hash } from 'node:crypto';
import { addToCpio, cpioEnd, dialects } from '../formats/cpio.ts';
import { type Entry, file, fullMode, sizeOf } from '../formats/entry.ts';
import { GzipMember } from '../formats/gzip.ts';
import { type Part, read, totalOf } from '../formats/part.ts';
import {
  type HeaderValue,
  i18n,
  int16,
  int32,
  regions,
  rpmHeader,
  string,
  strings,
} from '../formats/rpmHeader.ts';
import { type BuildInput, type Built, type Enrolment, enrolmentText, type OpenBody } from './built.ts';
import { ENROLMENT_PATH, setupSteps } from './linux.ts';

/** A file in the package's header. */
interface ListedFile {
  readonly path: string;
  readonly mode: number;
  readonly size: number;
  /** SHA-256 of a file, otherwise empty. */
  readonly digest: string;
  readonly target: string;
  readonly flags: number;
}

export interface RpmRecipe {
  readonly kind: 'rpm';
  readonly version: string;
  readonly arch: 'x64' | 'arm64';
  readonly mtime: number;
  readonly files: readonly ListedFile[];
  /** The payload without its end. */
  readonly body: OpenBody;
}

const architectures = { x64: ['x86_64', 1], arm64: ['aarch64', 19] } as const;
const flags = { config: 1, missingOk: 8, noReplace: 16 } as const;
const SHA256 = 8;
const EQUAL = 8;
/** A capability of rpm itself, in this version or older. */
const RPMLIB = 0x1000000 | 2 | EQUAL;

const requirements: readonly (readonly [name: string, flags: number, version: string])[] = [
  ['/bin/sh', 0, ''],
  ['/usr/sbin/useradd', 0, ''],
  ['rpmlib(CompressedFileNames)', RPMLIB, '3.0.4-1'],
  ['rpmlib(FileDigests)', RPMLIB, '4.6.0-1'],
  ['rpmlib(PayloadFilesHavePrefix)', RPMLIB, '4.0-1'],
];

/** `$1` is the number of remaining packages. The configuration stays after removing the last one: rpm has no purge. */
const scripts = () => ({
  post: `${setupSteps()}\nsetup_user\nprovision\nenable_units\n`,
  preun: `${setupSteps()}\nif [ "$1" -eq 0 ]; then\n  disable_units\n  remove_upgrades\nfi\n`,
  postun: `${setupSteps()}\nif [ "$1" -eq 0 ]; then\n  if running_systemd; then systemctl daemon-reload; fi\n  echo 'scout-agent: configuration and state are kept in /etc/scout-agent and /var/lib/scout-agent'\nfi\n`,
});

function listed(entry: Entry): ListedFile {
  const { data } = entry.content ?? {};
  const enrolment = entry.path === ENROLMENT_PATH;
  return {
    path: entry.path,
    mode: fullMode(entry),
    size: entry.type === 'directory' ? 4096 : sizeOf(entry),
    digest: data ? createHash('sha256').update(data).digest('hex') : '',
    target: entry.target ?? '',
    flags: enrolment ? flags.config | flags.missingOk : 0,
  };
}

function fileTags(unsorted: readonly ListedFile[], mtime: number): [number, HeaderValue][] {
  const files = [...unsorted].sort((a, b) => (a.path < b.path ? -1 : 1));
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  const folders = [...new Set(files.map(({ path }) => folderOf(path)))];
  const each = <T>(value: (file: ListedFile, index: number) => T): T[] => files.map(value);
  return [
    [1009, int32(files.reduce((sum, { size }) => sum + size, 0))],
    [1028, int32(...each(({ size }) => size))],
    [1030, int16(each(({ mode }) => mode))],
    [1033, int16(each(() => 0))],
    [1034, int32(...each(() => mtime))],
    [1035, strings(...each(({ digest }) => digest))],
    [1036, strings(...each(({ target }) => target))],
    [1037, int32(...each(({ flags: own }) => own))],
    [1039, strings(...each(() => 'root'))],
    [1040, strings(...each(() => 'root'))],
    [1045, int32(...each(() => -1 >>> 0))],
    [1095, int32(...each(() => 1))],
    [1096, int32(...each((_, index) => index + 1))],
    [1097, strings(...each(() => ''))],
    [1116, int32(...each(({ path }) => folders.indexOf(folderOf(path))))],
    [1117, strings(...each(({ path }) => path.slice(path.lastIndexOf('/') + 1)))],
    [1118, strings(...folders)],
    [5011, int32(SHA256)],
  ];
}

function mainHeader(
  { version, arch, mtime }: RpmRecipe,
  files: readonly ListedFile[],
  payload: string,
): Buffer {
  const { post, preun, postun } = scripts();
  const [machine] = architectures[arch];
  return rpmHeader(
    regions.immutable,
    new Map<number, HeaderValue>([
      [100, strings('C')],
      [1000, string('scout-agent')],
      [1001, string(version)],
      [1002, string('1')],
      [1004, i18n('Ships security events of this machine to Scout')],
      [
        1005,
        i18n(
          'Reads the journal and log files, and sends what concerns the use of service\naccounts to a Scout server, each event exactly once.',
        ),
      ],
      [1006, int32(mtime)],
      [1007, string('scout.example')],
      [1011, string('Scout')],
      [1014, string('Proprietary')],
      [1016, i18n('System Environment/Daemons')],
      [1021, string('linux')],
      [1022, string(machine)],
      [1024, string(post)],
      [1025, string(preun)],
      [1026, string(postun)],
      [1044, string(`scout-agent-${version}-1.src.rpm`)],
      [1047, strings('scout-agent')],
      [1048, int32(...requirements.map(([, sense]) => sense))],
      [1049, strings(...requirements.map(([name]) => name))],
      [1050, strings(...requirements.map(([, , needed]) => needed))],
      [1064, string('4.18.0')],
      [1086, string('/bin/sh')],
      [1087, string('/bin/sh')],
      [1088, string('/bin/sh')],
      [1112, int32(EQUAL)],
      [1113, strings(`${version}-1`)],
      [1124, string('cpio')],
      [1125, string('gzip')],
      [1126, string('6')],
      [5062, string('utf-8')],
      [5092, strings(payload)],
      [5093, int32(SHA256)],
      ...fileTags(files, mtime),
    ]),
  );
}

function lead({ version, arch }: RpmRecipe): Buffer {
  const bytes = Buffer.alloc(96);
  bytes.writeUInt32BE(0xedabeedb, 0);
  bytes.writeUInt8(3, 4);
  bytes.writeUInt16BE(architectures[arch][1], 8);
  bytes.write(`scout-agent-${version}-1`, 10);
  bytes.writeUInt16BE(1, 76); // Linux
  bytes.writeUInt16BE(5, 78); // a signature section in the form of a header
  return bytes;
}

/** Digests over header and size: rpm -K reads them first. */
function signatureSection(header: Buffer, payloadBytes: number, unpackedBytes: number): Buffer {
  const section = rpmHeader(
    regions.signature,
    new Map<number, HeaderValue>([
      [269, string(createHash('sha1').update(header).digest('hex'))],
      [273, string(createHash('sha256').update(header).digest('hex'))],
      [1000, int32(header.length + payloadBytes)],
      [1007, int32(unpackedBytes)],
    ]),
  );
  return Buffer.concat([section, Buffer.alloc((8 - (section.length % 8)) % 8)]);
}

/** An rpm package of these entries. */
export async function buildRpm(
  { version, mtime }: BuildInput,
  arch: 'x64' | 'arm64',
  entries: readonly Entry[],
): Promise<Built<RpmRecipe>> {
  const payload = new GzipMember();
  await addToCpio(payload, dialects.newc, entries, mtime);
  const open = { offset: 0, length: payload.bytes, gzip: payload.state };
  const draft: RpmRecipe = { kind: 'rpm', version, arch, mtime, files: entries.map(listed), body: open };
  const parts = await finish(draft, payload.parts, await digestOf(payload.parts), []);
  // Everything before the payload, of which only the lengths are known at this point.
  const offset = totalOf(parts.slice(0, parts.indexOf(payload.parts[0]!)));
  return { parts, recipe: { ...draft, body: { ...open, offset } } };
}

/** The digest state of a payload, copied to compute that of a longer one. */
export async function digestOf(body: readonly Part[]): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of read(body)) hash.update(chunk);
  return hash;
}

/** The package with a configuration as an additional file. `digest` is {@link digestOf} the body. */
export const configureRpm = (
  recipe: RpmRecipe,
  body: readonly Part[],
  digest: Hash,
  enrolment: Enrolment,
): Promise<Part[]> => finish(recipe, body, digest, [file(ENROLMENT_PATH, 0o600, enrolmentText(enrolment))]);

async function finish(
  recipe: RpmRecipe,
  body: readonly Part[],
  digest: Hash,
  more: readonly Entry[],
): Promise<Part[]> {
  const tail = new GzipMember(recipe.body.gzip);
  await addToCpio(tail, dialects.newc, more, recipe.mtime, recipe.files.length + 1);
  await tail.add(cpioEnd(dialects.newc));
  tail.end();
  const end = Buffer.concat(tail.parts as Uint8Array[]);
  const whole = digest.copy().update(end).digest('hex');
  const header = mainHeader(recipe, [...recipe.files, ...more.map(listed)], whole);
  const section = signatureSection(header, totalOf(body) + end.length, tail.state.length);
  return [lead(recipe), section, header, ...body, end];
}
