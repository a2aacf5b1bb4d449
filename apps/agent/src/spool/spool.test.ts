import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../test/memoryDisk.ts';
import { silentLog } from '../../test/silentLog.ts';
import type { Coding } from '../runtime/coding.ts';
import type { RefusedEvent, SealedBatch } from './batchFile.ts';
import { Spool } from './spool.ts';

const never = new AbortController().signal;
const all = (count: number) => ({ accepted: count, duplicates: 0, rejected: [] });
const at = (record: number) => ({ kind: 'windows', record: String(record), identity: '' }) as const;
const batch = (
  position: number,
  lines: readonly string[],
  refused: readonly RefusedEvent[] = [],
): SealedBatch => ({
  source: 'source',
  position: at(position),
  content: Buffer.from(lines.map((line) => `${line}\n`).join('')),
  lines: lines.length,
  refused,
});

let disk: MemoryDisk;
let log: ReturnType<typeof silentLog>;
let coding: Coding;
const open = (limitBytes = 2 ** 30, firstBatch = 57): Promise<Spool> =>
  Spool.open({ fs: disk, folder: '/state', limitBytes, firstBatch, coding: () => coding, log });
const linesOf = async (spool: Spool): Promise<string[] | null> => {
  const body = await spool.body(spool.oldest!);
  const unpack = spool.oldest?.header.coding === 'zstd' ? zstdDecompressSync : gunzipSync;
  return body && unpack(body).toString().split('\n').slice(0, -1);
};

beforeEach(() => {
  disk = new MemoryDisk();
  log = silentLog();
  coding = 'gzip';
});

describe('the queue', () => {
  it('returns batches in order, with the same bytes at every start and consecutive numbers', async () => {
    let spool = await open();
    await spool.append(batch(2, ['a', 'b']), never);
    await spool.append(batch(3, ['c']), never);
    await spool.settle();
    const bytes = await spool.body(spool.oldest!);
    disk = disk.reboot('nothing', () => 0);
    spool = await open();
    expect(await spool.body(spool.oldest!)).toEqual(bytes);
    expect(spool.batchNumber).toBe(57);
    spool.acknowledge(spool.oldest!, all(2));
    expect(await linesOf(spool)).toEqual(['c']);
    expect(spool.batchNumber).toBe(58);
    expect(spool.position('source')).toEqual(at(3));
    expect(spool.queue(Date.now() + 60_000).depth).toBe(1);
    expect(spool.queue(Date.now() + 60_000).waitingSeconds).toBeGreaterThanOrEqual(60);
  });

  it('keeps its first number when a new enrollment names another: the oldest batch may have been sent', async () => {
    await (await open()).append(batch(1, ['a']), never);
    disk = disk.reboot('nothing', () => 0);
    expect((await open(2 ** 30, 90)).batchNumber).toBe(57);
  });

  it('counts accepted, repeated and rejected events, with the reasons', async () => {
    const spool = await open();
    const refused = [{ code: 'line_too_long', message: 'Too long.' }];
    await spool.append(batch(3, ['a', 'b'], refused), never);
    await spool.append(batch(4, [], refused), never);
    await spool.settle();
    const rejected = [{ line: 2, code: 'not_json', message: 'The line is not JSON.' }];
    spool.acknowledge(spool.oldest!, { accepted: 0, duplicates: 1, rejected });
    spool.pass(spool.oldest!);
    const { totals, rejections } = spool.checkpoint.state;
    expect(totals).toEqual({ read: 4, accepted: 0, duplicates: 1, rejected: 3 });
    expect(rejections.by_code).toEqual({ not_json: 1, line_too_long: 2 });
    expect(rejections.recent).toMatchObject([
      { source: 'source', batch: 57, line: 2, code: 'not_json' },
      { source: 'source', batch: null, line: null, code: 'line_too_long' },
      { source: 'source', batch: null, line: null, code: 'line_too_long' },
    ]);
    // The batch without lines used no number.
    expect(spool.batchNumber).toBe(58);
    await spool.flush();
    expect(disk.files).toEqual(['/state/checkpoint.json']);
  });

  it('keeps the reasons of a hundred rejections and the count of all', async () => {
    const spool = await open();
    const refused = Array.from({ length: 150 }, (_, index) => ({ code: 'no', message: `${index}` }));
    await spool.append(batch(1, [], refused), never);
    await spool.settle();
    spool.pass(spool.oldest!);
    const { recent, by_code } = spool.checkpoint.state.rejections;
    expect(by_code).toEqual({ no: 150 });
    expect(recent.map(({ message }) => message)).toEqual(refused.slice(50).map(({ message }) => message));
  });
});

describe('a full spool', () => {
  it('blocks reading until a batch is acknowledged, and drops nothing', async () => {
    const spool = await open(8_192);
    for (const name of ['a', 'b']) await spool.append(batch(1, [name]), never);
    let third = false;
    await spool.append(batch(3, ['c']), never);
    const settled = spool.settle().then(() => {
      third = true;
    });
    while (!log.lines.some((line) => /spool is full/.test(line))) await spool.changed.wait(never, 1);
    expect(third).toBe(false);
    spool.acknowledge(spool.oldest!, all(1));
    await settled;
    expect(await linesOf(spool)).toEqual(['b']);
    expect(spool.waiting).toBe(2);
  });

  it('takes a batch larger than the limit when it is empty', async () => {
    const spool = await open(1);
    await spool.append(batch(1, ['a']), never);
    await spool.settle();
    expect(spool.waiting).toBe(1);
  });

  it('stops waiting when the agent is asked to stop, and keeps the earlier position', async () => {
    const spool = await open(4_096);
    const stop = new AbortController();
    await spool.append(batch(1, ['a']), stop.signal);
    await spool.append(batch(2, ['b']), stop.signal);
    stop.abort();
    await expect(spool.settle()).rejects.toThrow();
    expect(spool.position('source')).toEqual(at(1));
    disk = disk.reboot('nothing', () => 0);
    expect((await open()).position('source')).toEqual(at(1));
  });
});

describe('a damaged file', () => {
  const spoolOf = async (...contents: string[][]): Promise<void> => {
    const spool = await open();
    for (const [index, lines] of contents.entries()) await spool.append(batch(index + 1, lines), never);
    await spool.flush();
    disk = disk.reboot('nothing', () => 0);
  };

  it('in its body is set aside when its turn comes; the others are sent', async () => {
    await spoolOf(['a'], ['b', 'b'], ['c']);
    disk.damage('/state/spool/000000000002.batch', (await disk.size('/state/spool/000000000002.batch')) - 1);
    const spool = await open();
    spool.acknowledge(spool.oldest!, all(1));
    expect(await linesOf(spool)).toBeNull();
    expect(await linesOf(spool)).toEqual(['c']);
    expect(spool.batchNumber).toBe(58);
    spool.acknowledge(spool.oldest!, all(1));
    await spool.flush();
    expect(spool.damaged).toBe(1);
    expect(spool.checkpoint.state.rejections.by_code).toEqual({ spool_file_damaged: 2 });
    expect(spool.checkpoint.state.notices.at(-1)?.message).toMatch(/000000000002 was not sent.*quarantine/);
    expect(disk.files).toEqual([
      '/state/checkpoint.json',
      expect.stringMatching(/^\/state\/quarantine\/000000000002-\d+\.batch$/),
    ]);
  });

  it('in its header is set aside at the start; at the end of the queue, its events are read again', async () => {
    await spoolOf(['a'], ['b']);
    disk.damage('/state/spool/000000000002.batch', 100);
    const spool = await open();
    expect(spool.waiting).toBe(1);
    expect(spool.position('source')).toEqual(at(1));
    expect(spool.damaged).toBe(1);
    await spool.append(batch(2, ['b']), never);
    await spool.flush();
    expect(disk.files).toContain('/state/spool/000000000003.batch');
  });

  it('that is the checkpoint stops the agent, which no longer knows what was sent', async () => {
    await spoolOf(['a']);
    const spool = await open();
    spool.acknowledge(spool.oldest!, all(1));
    await spool.flush();
    disk.damage('/state/checkpoint.json', 120);
    await expect(open()).rejects.toThrow(/checkpoint.json is damaged/);
  });
});

describe('a batch that the server refuses', () => {
  it('for its number is sent under the next, which is on disk before it is used', async () => {
    let spool = await open();
    await spool.append(batch(1, ['a']), never);
    await spool.settle();
    await spool.renumber(90);
    disk = disk.reboot('nothing', () => 0);
    spool = await open();
    expect(spool.batchNumber).toBe(90);
  });

  it('for its size is split in two, in place and in order, with the position on the second', async () => {
    let spool = await open();
    await spool.append(batch(5, ['a', 'b', 'c', 'd', 'e'], [{ code: 'no', message: 'No.' }]), never);
    await spool.append(batch(6, ['f']), never);
    await spool.settle();
    await spool.split(spool.oldest!, (await spool.body(spool.oldest!))!, never);
    disk = disk.reboot('nothing', () => 0);
    spool = await open();
    const sent: (string[] | null)[] = [];
    const positions: unknown[] = [];
    while (spool.oldest !== null) {
      sent.push(await linesOf(spool));
      spool.acknowledge(spool.oldest, all(spool.oldest.header.lines));
      positions.push(spool.checkpoint.state.positions.source);
    }
    expect(sent).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']]);
    expect(positions).toEqual([undefined, at(5), at(6)]);
    expect(spool.checkpoint.state.totals).toEqual({ read: 7, accepted: 6, duplicates: 0, rejected: 1 });
  });

  it('is split in its own coding, whatever new batches have', async () => {
    coding = 'zstd';
    let spool = await open();
    await spool.append(batch(5, ['a', 'b', 'c']), never);
    coding = 'gzip';
    await spool.append(batch(6, ['d']), never);
    await spool.settle();
    await spool.split(spool.oldest!, (await spool.body(spool.oldest!))!, never);
    disk = disk.reboot('nothing', () => 0);
    spool = await open();
    const sent: [string | undefined, string[] | null][] = [];
    while (spool.oldest !== null) {
      sent.push([spool.oldest.header.coding, await linesOf(spool)]);
      spool.acknowledge(spool.oldest, all(spool.oldest.header.lines));
    }
    expect(sent).toEqual([
      ['zstd', ['a']],
      ['zstd', ['b', 'c']],
      [undefined, ['d']],
    ]);
  });

  it('for the size of its only line is set aside and counted as rejected', async () => {
    const spool = await open();
    await spool.append(batch(1, ['a']), never);
    await spool.settle();
    await spool.split(spool.oldest!, (await spool.body(spool.oldest!))!, never);
    await spool.flush();
    expect(spool.oldest).toBeNull();
    expect(spool.batchNumber).toBe(57);
    expect(spool.checkpoint.state.rejections.by_code).toEqual({ body_too_large: 1 });
    expect(disk.files.filter((file) => file.includes('quarantine'))).toHaveLength(1);
  });
});

describe('a disk that fails', () => {
  it('blocks reading and is retried', async () => {
    const spool = await open();
    const write = disk.writeSynced.bind(disk);
    let failures = 2;
    disk.writeSynced = async (path, parts) => {
      if (path.includes('/spool/') && failures > 0) {
        failures -= 1;
        spool.changed.fire();
        throw new Error('ENOSPC: no space left on device');
      }
      return write(path, parts);
    };
    await spool.append(batch(1, ['a']), never);
    const settled = spool.settle();
    let done = false;
    settled.then(() => {
      done = true;
    });
    // It wakes when another batch frees space.
    while (!done) {
      spool.changed.fire();
      await new Promise(setImmediate);
    }
    expect(await linesOf(spool)).toEqual(['a']);
    expect(log.lines.filter((line) => /ENOSPC/.test(line))).toHaveLength(2);
  });
});
