import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DamagedFrame, type FilePart, type Part, read, slice, toFrames } from './part.ts';

const MIB = 1024 * 1024;
const content = Buffer.concat([Buffer.alloc(MIB, 'scout '), randomBytes(MIB / 2), Buffer.from('the end')]);
let folder: string;
let part: FilePart;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-parts-'));
  const frames = await toFrames(content);
  const path = join(folder, 'frames');
  await writeFile(
    path,
    frames.map(({ data }) => data),
  );
  part = { path, offset: 0, length: content.length, frames };
});
afterAll(() => rm(folder, { recursive: true }));

async function bytesOf(parts: readonly Part[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of read(parts)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it('a compressed file is smaller, and any range of its content is read', async () => {
  expect((await readFile(part.path)).length).toBeLessThan(0.4 * content.length);
  expect((await bytesOf([part])).equals(content)).toBe(true);
  const frame = MIB / 4;
  for (const [from, to] of [
    [0, 1],
    [frame - 1, frame + 1],
    [frame, 2 * frame],
    [frame + 5, 5 * frame + 5],
    [content.length - 3, content.length],
  ] as const) {
    const range = await bytesOf(slice([Buffer.from('head'), part], from + 4, to + 4));
    expect(range.equals(content.subarray(from, to)), `${from} to ${to}`).toBe(true);
  }
});

it('a damaged or cut-off compressed file is an error, not other content', async () => {
  const bytes = await readFile(part.path);
  const damaged = { ...part, path: join(folder, 'damaged') };
  await writeFile(damaged.path, Buffer.from(bytes).fill(0, 0, 4));
  await expect(bytesOf([damaged])).rejects.toThrow(DamagedFrame);
  await writeFile(damaged.path, bytes.subarray(0, -20));
  await expect(bytesOf([damaged])).rejects.toThrow(DamagedFrame);
});
