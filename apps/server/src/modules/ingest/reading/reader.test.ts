import { gzipSync, zstdCompressSync } from 'node:zlib';
import { compileNaming, STANDARD_SETTINGS } from '@scout/detection';
import { createRandom } from '@scout/detection/simulation/random';
import { eventXml, failedLogonData, logonData, processData } from '@scout/detection/testing/eventXml';
import { batchRequest } from '@scout/testkit/hostile/batches';
import {
  COSTLY_PATTERNS,
  COSTLY_PIECES,
  costlyRow,
  costlySettings,
  repeated,
} from '@scout/testkit/hostile/costly';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../../../../scripts/testLength.mjs';
import { STANDARD_VERSION, type VersionedNaming } from '../naming.ts';
import { BREAKS, ENDS, FAULT } from '../testing/defects.ts';
import type { BodyEncoding } from '../unpack.ts';
import { type BatchReading, createReader, type ReaderOptions, readingThreads } from './reader.ts';
import { createThreads } from './threads.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const identity = {
  tenantId: '0198a3f0-0000-7000-8000-00000000000a',
  agentId: '0198a3f0-0000-7000-8000-00000000000b',
  batchId: '0198a3f0-0000-7000-8000-00000000000c',
};

const here = createReader({ threads: 0 });
const there = createReader({ threads: 2, fromBytes: 0 });
afterAll(() => Promise.all([here[Symbol.asyncDispose](), there[Symbol.asyncDispose]()]));

function readerOf(options: Partial<ReaderOptions> = {}) {
  const reader = createReader({ threads: 1, fromBytes: 0, ...options });
  onTestFinished(() => reader[Symbol.asyncDispose]());
  return reader;
}

const reading = (more: Partial<BatchReading> = {}): BatchReading => ({
  named: STANDARD_VERSION,
  gone: new AbortController().signal,
  onFault: (error) => {
    throw error;
  },
  onUsed: () => {},
  ...more,
});

const toRead = (body: Buffer, encoding: BodyEncoding = 'identity', tenantId = identity.tenantId) => ({
  identity: { ...identity, tenantId },
  encoding,
  body,
  now: NOW,
});

/** Result of reading a body: the batch, or the refusal. */
async function madeBy(
  reader: typeof here,
  body: Buffer,
  encoding: BodyEncoding,
  named: VersionedNaming = STANDARD_VERSION,
): Promise<unknown> {
  try {
    return await reader.read(toRead(body, encoding), reading({ named }));
  } catch (error) {
    const { name, code, message, retryAfter } = error as Record<string, unknown>;
    return { name, code, message, retryAfter };
  }
}

async function expectSame(body: Buffer, encoding: BodyEncoding, named?: VersionedNaming): Promise<unknown> {
  const made = await madeBy(here, body, encoding, named);
  expect(await madeBy(there, body, encoding, named)).toEqual(made);
  return made;
}

const row = (fields: Record<string, unknown> = {}): string =>
  JSON.stringify({
    timestamp: '2026-11-21T11:00:00Z',
    event_type: '4625',
    target_user_name: 'svc.billing',
    system_context_computer_name: 'PRD-SQL01',
    ...fields,
  });

const xml = (id: number, minute: number, data: [string, string][]): string =>
  JSON.stringify({
    xml: eventXml({
      id,
      computer: 'PRD-SQL09',
      time: new Date(NOW - minute * 60_000).toISOString(),
      recordId: String(4_000 + minute),
      data,
    }),
  });

/** Events that match rules, over hours, and such as do not. */
const ordinary = Array.from({ length: 200 }, (_, minute) => [
  xml(4624, minute, logonData({ TargetUserName: 'svc.billing', LogonType: '2' })),
  xml(4625, minute, failedLogonData({ TargetUserName: 'svc.billing', WorkstationName: 'WS-7,WS-8' })),
  xml(4688, minute, processData({ NewProcessName: 'C:\\sqlcmd.exe', CommandLine: 'sqlcmd -S PRD-SQL09' })),
  row({ record_id: String(minute) }),
]).flat();

const SECRET = 'sqlcmd -S PRD-SQL09 -U svc.billing -P S3cret!';
const BODIES: Readonly<Record<string, Buffer>> = {
  'ordinary events': Buffer.from(ordinary.join('\n')),
  'one event': Buffer.from(row()),
  'lines with secrets': Buffer.from(
    [
      xml(4688, 1, processData({ NewProcessName: 'C:\\sqlcmd.exe', CommandLine: SECRET })),
      row(),
      `no JSON ${SECRET}`,
    ].join('\n'),
  ),
  'events of the future and of long ago': Buffer.from(
    ['2033-01-01T00:00:00Z', '2003-04-05T06:07:08.009Z'].map((timestamp) => row({ timestamp })).join('\r\n'),
  ),
  'rejected lines': Buffer.concat([
    Buffer.from('\ufeffnonsense\n\n[]\n{}\n'),
    Buffer.from([0xff, 0xfe, 0x0a]),
    Buffer.from(`${row()}\n${' '.repeat(2 ** 20 + 1)}\n`),
  ]),
  nothing: Buffer.alloc(0),
  'blank lines': Buffer.from('\n \n\r\n'),
  'as many lines as permitted': Buffer.from('{}\n'.repeat(10_000)),
  'more lines': Buffer.from('{}\n'.repeat(10_001)),
};

describe('a thread', () => {
  it.each(Object.entries(BODIES))('makes the same batch as the calling thread: %s', async (_name, body) => {
    for (const [encoding, packed] of [
      ['identity', body],
      ['gzip', gzipSync(body)],
      ['zstd', zstdCompressSync(body)],
      ['gzip', gzipSync(body).subarray(0, -9)],
      ['zstd', zstdCompressSync(body).subarray(0, -3)],
    ] as const)
      await expectSame(packed, encoding);
  });

  it('makes what is expected of them', async () => {
    expect(await expectSame(BODIES['lines with secrets']!, 'identity')).toMatchObject({
      encoding: 'gzip',
      parsed: { accepted: 2, rejected: [{ line: 3 }] },
    });
    expect(await expectSame(gzipSync(BODIES['ordinary events']!), 'gzip')).toMatchObject({
      encoding: 'gzip',
      parsed: { accepted: 800, activity: { length: 5 } },
    });
    expect(await expectSame(BODIES['more lines']!, 'identity')).toMatchObject({ code: 'body_too_large' });
    expect(await expectSame(Buffer.from('no gzip'), 'gzip')).toMatchObject({ code: 'not_gzip' });
  });

  it('refuses bombs alike', async () => {
    for (const encoding of ['gzip', 'zstd'] as const) {
      const bomb = (encoding === 'gzip' ? gzipSync : zstdCompressSync)(Buffer.alloc(40 * 2 ** 20));
      expect(await expectSame(bomb, encoding)).toMatchObject({ name: 'Refusal', code: 'body_too_large' });
    }
  });

  it('leaves a received body as it is', async () => {
    const body = gzipSync(row());
    const { body: stored } = await there.read(toRead(body, 'gzip'), reading());
    expect(stored).toBe(body);
    expect(body).toEqual(gzipSync(row()));
  });

  const rounds = lengthOf(150, 5_000);
  it.each(rotatingSeeds(2))(
    'makes the same of hostile bodies (seed %s)',
    { timeout: 600_000 },
    async (seed) => {
      const random = createRandom(seed);
      for (let round = 0; round < rounds; round += 1) {
        const { body, headers } = batchRequest(random, () => 1);
        // Its bombs are above.
        if (body === undefined) continue;
        const encoding = headers['content-encoding'] ?? 'identity';
        await expectSame(
          Buffer.from(body),
          encoding === 'gzip' || encoding === 'zstd' ? encoding : 'identity',
        );
      }
    },
  );

  it('judges by the organization’s settings of each version', async () => {
    const settings = {
      ...STANDARD_SETTINGS,
      service_accounts: { standard: false, entries: ['gm_*$', 'robot'] },
    };
    const named = { naming: compileNaming(settings), settings };
    const body = Buffer.from([row(), row({ target_user_name: 'robot' })].join('\n'));
    const incidentsOf = async (version: VersionedNaming) =>
      ((await expectSame(body, 'identity', version)) as { parsed: { incidents?: Buffer } }).parsed.incidents;
    const first = await incidentsOf(STANDARD_VERSION);
    const second = await incidentsOf({ ...named, version: 1 });
    expect(first!.includes('svc.billing')).toBe(true);
    expect(second!.includes('robot')).toBe(true);
    expect(second!.includes('svc.billing')).toBe(false);
    expect(await incidentsOf({ ...STANDARD_VERSION, version: 2 })).toEqual(first);
  });

  it('tells its processor time', async () => {
    const used: number[] = [];
    await there.read(toRead(BODIES['ordinary events']!), reading({ onUsed: (ms) => used.push(ms) }));
    expect(used).toEqual([expect.any(Number)]);
    expect(used[0]).toBeGreaterThan(0);
  });
});

it.each([0, 1])(
  'a batch that may repeat events is compared with stored ones (%i threads)',
  async (threads) => {
    const reader = readerOf({ threads });
    const compared: number[] = [];
    const { parsed } = await reader.read(
      toRead(Buffer.from([row({ record_id: '1' }), row({ record_id: '2' })].join('\n'))),
      reading({
        sentBefore: async (times) => {
          compared.push(...times);
          return { takes: (_time, { record_id }) => String(record_id) === '1' };
        },
      }),
    );
    expect(compared).toEqual([NOW - 3_600_000]);
    expect(parsed).toMatchObject({ accepted: 1, repeated: 1 });
  },
);

/** A body that takes many seconds to read. */
const COSTLY = Buffer.from(
  Array.from({ length: 400 }, (_, index) =>
    costlyRow(4688, repeated(`${COSTLY_PIECES.servers}${index}`, 65_000), '2026-11-21T10:00:00Z'),
  ).join('\n'),
);
const costly = costlySettings(COSTLY_PATTERNS['any characters before the end']!);
const COSTLY_NAMED: VersionedNaming = { version: 1, settings: costly, naming: compileNaming(costly) };

it.each([0, 1])(
  'a sender that has gone ends the work, and others have turns meanwhile (%i threads)',
  async (threads) => {
    const reader = readerOf({ threads });
    const gone = new AbortController();
    const begun = reader.read(toRead(COSTLY), reading({ named: COSTLY_NAMED, gone: gone.signal }));
    const order: string[] = [];
    const ended = begun.then(
      () => order.push('costly'),
      (error: unknown) => {
        order.push('gone');
        return error;
      },
    );
    const other = '0198a3f0-0000-7000-8000-00000000000d';
    for (let batch = 0; batch < 3; batch += 1) {
      await reader.read(toRead(Buffer.from(row()), 'identity', other), reading());
      order.push('other');
    }
    gone.abort(new Error('gone'));
    expect(await ended).toEqual(new Error('gone'));
    expect(order).toEqual(['other', 'other', 'other', 'gone']);
    await expect(reader.read(toRead(COSTLY), reading({ gone: gone.signal }))).rejects.toThrow('gone');
  },
);

describe('a thread that fails', () => {
  const program = new URL('../testing/brokenThread.ts', import.meta.url);
  const refusalOf = (read: Promise<unknown>) =>
    read.then(
      () => undefined,
      (error: unknown) => error,
    );
  const unavailable = { name: 'Refusal', code: 'unavailable', retryAfter: 2 };

  it('reports the lines that detection could not read', async () => {
    const reader = readerOf({ program });
    const faults: unknown[] = [];
    const body = Buffer.from([row(), row({ target_user_name: `svc.${FAULT}` })].join('\n'));
    const { parsed } = await reader.read(
      toRead(body),
      reading({ onFault: (error, line) => faults.push({ error, line }) }),
    );
    expect(parsed).toMatchObject({ accepted: 1, rejected: [{ line: 2, code: 'not_an_event' }] });
    expect(faults).toEqual([{ error: new TypeError(FAULT), line: 2 }]);
  });

  it('reports an error of reading, and goes on', async () => {
    const reader = readerOf({ program });
    const read = (fields: object) => reader.read(toRead(Buffer.from(row({ ...fields }))), reading());
    const [broken, other] = await Promise.allSettled([read({ source_host: BREAKS }), read({})]);
    expect(broken).toMatchObject({ status: 'rejected', reason: new RangeError(BREAKS) });
    expect(other.status).toBe('fulfilled');
  });

  it('refuses the batches that it had, and another one takes the next', async () => {
    const reader = readerOf({ program });
    const read = (text: string) => reader.read(toRead(Buffer.from(text)), reading());
    for (let time = 0; time < 3; time += 1) {
      const all = await Promise.allSettled([read(ENDS), read(row()), read(row())]);
      expect(all[0]).toMatchObject({
        status: 'rejected',
        reason: { ...unavailable, cause: new Error(ENDS) },
      });
      for (const one of all.slice(1))
        if (one.status === 'rejected') expect(one.reason).toMatchObject(unavailable);
      expect((await read(row())).parsed.accepted).toBe(1);
    }
  });

  it('refuses the batches that wait for its start', async () => {
    const reader = readerOf({ program: new URL('./nothing.ts', import.meta.url) });
    await expect(reader.read(toRead(Buffer.from(row())), reading())).rejects.toMatchObject(unavailable);
  });

  it('leaves small batches to the calling thread, by what their bodies claim', async () => {
    const reader = createReader({ threads: 1, program });
    onTestFinished(() => reader[Symbol.asyncDispose]());
    // Only a thread fails to read it.
    const small = `${row({ target_user_name: `svc.${FAULT}` })}\n`;
    const large = small.repeat(Math.ceil((64 * 1024) / small.length));
    for (const [encoding, pack] of [
      ['identity', (text: string) => Buffer.from(text)],
      ['gzip', (text: string) => gzipSync(text)],
      ['zstd', (text: string) => zstdCompressSync(text)],
    ] as const) {
      const accepted = async (text: string) =>
        (await reader.read(toRead(pack(text), encoding), reading({ onFault: () => {} }))).parsed.accepted;
      expect([await accepted(small), await accepted(large)]).toEqual([1, 0]);
    }
  });

  it('refuses its batches when the server stops', async () => {
    const reader = readerOf({ program });
    const read = refusalOf(reader.read(toRead(COSTLY), reading({ named: COSTLY_NAMED })));
    await reader.read(toRead(Buffer.from(row())), reading());
    await reader[Symbol.asyncDispose]();
    expect(await read).toMatchObject(unavailable);
    expect(await refusalOf(reader.read(toRead(Buffer.from(row())), reading()))).toMatchObject(unavailable);
  });
});

describe('threads', () => {
  const taskOf = (): Parameters<ReturnType<typeof createThreads>['run']>[0] => ({
    ...toRead(Buffer.from(row())),
    body: new Uint8Array(Buffer.from(row())),
    gone: new Int32Array(1),
    version: 0,
    settings: STANDARD_SETTINGS,
  });

  it('start while all others read, up to their number, and end when they rest', async () => {
    const threads = createThreads({ threads: 2, restMs: 10 });
    onTestFinished(() => threads[Symbol.asyncDispose]());
    for (let time = 0; time < 2; time += 1) {
      const answers = [1, 2, 3, 4].map(() => threads.run(taskOf()));
      expect(threads.running).toBe(2);
      for (const { outcome } of await Promise.all(answers)) expect(outcome).toHaveProperty('read');
      await expect.poll(() => threads.running).toBe(0);
    }
  });

  it('that read nothing take the next batch', async () => {
    const threads = createThreads({ threads: 2 });
    onTestFinished(() => threads[Symbol.asyncDispose]());
    for (let time = 0; time < 3; time += 1) await threads.run(taskOf());
    expect(threads.running).toBe(1);
  });
});

it.each([
  [1, 0],
  [2, 0],
  [3, 1],
  [4, 2],
  [6, 4],
  [64, 4],
])('of %i cores, threads take %i', (cores, threads) => {
  expect(readingThreads(cores)).toBe(threads);
});
