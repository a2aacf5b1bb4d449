import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateProgram } from '@scout/agent-release/formats/gzip';
import { type Part, read } from '@scout/agent-release/formats/part';
import { buildExe } from '@scout/agent-release/packages/exe';
import { buildTarball } from '@scout/agent-release/packages/tarball';
import { packedPartsOf, type Recipes } from '@scout/agent-release/pieces';
import { ReleaseFolder } from '@scout/agent-release/releaseFolder';
import { temporarySigner } from '@scout/agent-release/signing/signer';
import { bytesFrom, readPackage } from '@scout/agent-release/testing';
import type { ReleaseFile } from '@scout/contract/releases';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Network } from '../transport/network.ts';
import { assembleProgram } from './assembleProgram.ts';

const PAGE = 4096;
const TAR = 'linux/scout-agent-latest.tar.gz';
const EXE = 'windows/scout-agent-latest.exe';
const never = new AbortController().signal;

/** Half of it is compressible, as a program is. */
const before = Buffer.concat(
  Array.from({ length: 1_500 }, (_, page) =>
    Buffer.concat([bytesFrom(page, PAGE / 2), Buffer.alloc(PAGE / 2, 'scout')]),
  ),
);
/** The next build: pages inserted in the middle, another version in one place, and another end. */
const after = Buffer.concat([
  before.subarray(0, 700 * PAGE),
  bytesFrom('longer', 5 * PAGE),
  before.subarray(700 * PAGE),
  bytesFrom('end', 1_000),
]);
after.write('0.2.0', 1_200 * PAGE);

async function bytesOf(parts: readonly Part[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of read(parts)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Served {
  body: Buffer;
  packed: Buffer | null;
  index: Buffer;
  file: ReleaseFile;
}
let folder: string;
async function writeRelease(out: string, version: string, program: Buffer): Promise<string> {
  const input = { version, mtime: 0 };
  await using release = await ReleaseFolder.open(out, temporarySigner());
  await release.add(
    { platform: 'windows', arch: 'x64', kind: 'exe' },
    buildExe(program, Buffer.from('host')),
  );
  const tarball = await buildTarball(input, 'linux', await deflateProgram(program, 1));
  await release.add({ platform: 'linux', arch: 'x64', kind: 'tar.gz' }, tarball);
  return (await release.publish(input)).folder;
}

const releases = new Map<string, Served>();
/** Programs as they are installed, by package. */
const installed = new Map<string, { before: string; after: Buffer }>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-blocks-'));
  const old = await writeRelease(join(folder, 'old'), '0.1.0', before);
  const next = await writeRelease(join(folder, 'new'), '0.2.0', after);
  const { files } = JSON.parse(await readFile(join(next, 'manifest.json'), 'utf8')) as {
    files: ReleaseFile[];
  };
  const recipes: Recipes = JSON.parse(await readFile(join(next, 'recipes.json'), 'utf8'));
  for (const path of [TAR, EXE]) {
    const packed = packedPartsOf(next, recipes[path]!);
    releases.set(path, {
      body: await readPackage(next, path),
      packed: packed && (await bytesOf(packed)),
      index: await readFile(join(next, `${path}.index`)),
      file: files.find((file) => file.path === path)!,
    });
    const program = join(folder, path.replace('/', '-'));
    await writeFile(program, path === EXE ? await readPackage(old, EXE) : before);
    installed.set(path, { before: program, after: path === EXE ? await readPackage(next, EXE) : after });
  }
});
afterAll(() => rm(folder, { recursive: true }));

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

interface Serving {
  /** As Scout does; a file server has plain files. */
  zstd?: boolean;
  ranges?: boolean;
  /** Bytes after which a response is cut. */
  cutAfter?: number;
  spoil?: (sent: Buffer) => Buffer;
}

/** Serves what is given, as a file server does. Returns the address and the ranges that were asked for. */
async function serve(
  path: string,
  { body, packed, index }: Pick<Served, 'body' | 'packed' | 'index'>,
  { zstd = false, ranges = true, cutAfter = Number.POSITIVE_INFINITY, spoil = (sent) => sent }: Serving = {},
) {
  const requested: string[] = [];
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.url!.endsWith('.index')) return void response.end(index);
    const content = zstd && packed ? packed : body;
    if (content === packed) response.setHeader('content-encoding', 'zstd');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (!ranges || first === undefined) return void response.end(content);
    requested.push(`${first}-${last}`);
    const sent = spoil(content.subarray(Number(first), Number(last) + 1));
    response.writeHead(206, {
      etag: '"one"',
      'content-length': sent.length,
      'content-range': `bytes ${first}-${last}/${content.length}`,
    });
    if (sent.length <= cutAfter) response.end(sent);
    else response.write(sent.subarray(0, cutAfter), () => sleep(20).then(() => response.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`, requested };
}

const sourceOf = (path: string, url: string, file = releases.get(path)!.file) => ({
  network: new Network(),
  url,
  signal: never,
  file,
  running: installed.get(path)!.before,
  path: join(folder, 'assembled'),
  waitMs: 1,
});
const isWhole = async (path: string) =>
  (await readFile(join(folder, 'assembled'))).equals(installed.get(path)!.after);

it.each([
  ['from a tarball', TAR, false],
  ['from an .exe that is sent as zstd', EXE, true],
  ['from the plain .exe of a file server', EXE, false],
] as const)(
  'a program is the same byte for byte, and most of it is not fetched: %s',
  async (_name, path, zstd) => {
    const release = releases.get(path)!;
    const { url, requested } = await serve(path, release, { zstd });
    const received = await assembleProgram(sourceOf(path, url));
    expect(await isWhole(path)).toBe(true);
    expect(received).toBeLessThan(0.3 * (zstd ? release.packed! : release.body).length);
    // The first byte, and the three places that changed.
    expect(requested[0]).toBe('0-0');
    expect(requested.length).toBeLessThanOrEqual(4);
  },
);

it('after a cut it continues where it stopped', async () => {
  const { url, requested } = await serve(TAR, releases.get(TAR)!, { cutAfter: 50_000 });
  await assembleProgram(sourceOf(TAR, url));
  expect(await isWhole(TAR)).toBe(true);
  expect(requested.length).toBeGreaterThan(6);
  const starts = requested.map((range) => Number(range.split('-')[0]));
  expect(starts.filter((start) => starts.includes(start - 50_000)).length).toBeGreaterThan(3);
});

it.each([
  ['a wrong byte in a block', TAR, { spoil: flipped }, /another block|invalid|incorrect/],
  ['a wrong byte in a plain block', EXE, { spoil: flipped }, /another block/],
  ['a response that is too short', TAR, { spoil: (sent: Buffer) => sent.subarray(0, -1) }, /cut/],
  ['a response that is too long', EXE, { spoil: longer }, /more than was asked for/],
  ['a server without ranges', TAR, { ranges: false }, /answers HTTP 200/],
] as const)('%s is refused', async (_name, path, serving, reason) => {
  const { url } = await serve(path, releases.get(path)!, serving);
  await expect(assembleProgram(sourceOf(path, url))).rejects.toThrow(reason);
});

function flipped(sent: Buffer): Buffer {
  const other = Buffer.from(sent);
  if (other.length > 1) other[100]! ^= 1;
  return other;
}

function longer(sent: Buffer): Buffer {
  return sent.length === 1 ? sent : Buffer.concat([sent, Buffer.alloc(10)]);
}

/** An index signed with its release, as a faulty build may write it. */
async function assembleWith(change: (index: { at: number; blocks: [string, number, number][] }) => void) {
  const release = releases.get(TAR)!;
  const content = JSON.parse(release.index.toString());
  change(content);
  const index = Buffer.from(JSON.stringify(content));
  const { url } = await serve(TAR, { ...release, index });
  const sha256 = createHash('sha256').update(index).digest('hex');
  const program = { ...release.file.program!, index: { bytes: index.length, sha256 } };
  return assembleProgram(sourceOf(TAR, url, { ...release.file, program }));
}

const faulty: readonly [string, RegExp, Parameters<typeof assembleWith>[0]][] = [
  [
    'ends beyond its file',
    /another length/,
    (index) => {
      index.at = 1e12;
    },
  ],
  [
    'has other sizes',
    /is of another program/,
    ({ blocks }) => {
      blocks[0]![1] -= 1;
    },
  ],
  [
    'names a block that inflates to more than it is',
    /larger|buffer|length/i,
    ({ blocks }) => {
      blocks.at(-1)![1] -= 10;
      blocks.push([blocks[0]![0], 10, 1]);
    },
  ],
  [
    'exchanges two blocks of the running program',
    /not of this program/,
    ({ blocks }) => {
      blocks.unshift(...blocks.splice(1, 1));
    },
  ],
];
it.each(faulty)('an index that %s is refused', async (_name, reason, change) => {
  await expect(assembleWith(change)).rejects.toThrow(reason);
});

it('an index that is not the signed one, or is longer, is refused', async () => {
  const release = releases.get(TAR)!;
  for (const index of [flipped(release.index), Buffer.concat([release.index, Buffer.alloc(1e6, ' ')])]) {
    const { url } = await serve(TAR, { ...release, index });
    await expect(assembleProgram(sourceOf(TAR, url))).rejects.toThrow(/does not match the manifest|too long/);
    server.close();
  }
});

it('another program, or a release that is mostly new, is fetched as a whole', async () => {
  const { url } = await serve(TAR, releases.get(TAR)!);
  const source = sourceOf(TAR, url);
  const other = join(folder, 'other');
  await writeFile(other, bytesFrom('other', 1_000_000));
  await expect(assembleProgram({ ...source, running: other })).rejects.toThrow(/nothing of the program/);
  await writeFile(other, before.subarray(0, before.length / 4));
  await expect(assembleProgram({ ...source, running: other })).rejects.toThrow(/mostly new/);
  await expect(assembleProgram({ ...source, running: join(folder, 'gone') })).rejects.toThrow(/ENOENT/);
});
