import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HeartbeatRequest, Server } from './server.ts';

let http: HttpServer;
let heard: string;
/** The codings and bodies of batches. */
let bodies: { coding: string | undefined; body: Buffer }[];
let traces: (string | string[] | undefined)[];
let answer: { status: number; headers?: Record<string, string>; body: string };
const never = new AbortController().signal;

beforeEach(async () => {
  traces = [];
  bodies = [];
  http = createServer((request, response) => {
    traces.push(request.headers.traceparent);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      heard = body.toString();
      bodies.push({ coding: request.headers['content-encoding'], body });
      response.writeHead(answer.status, answer.headers ?? {}).end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterEach(async () => {
  http.closeAllConnections();
  http.close();
  await once(http, 'close');
});

const server = (timeoutMs = 5_000): Server =>
  new Server(
    `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    { host: 'PRD-SQL01', platform: 'linux', version: '0.0.0' },
    timeoutMs,
  );
const ship = (lines: number) =>
  server().ship('credential', { number: 1, lines, body: new Uint8Array(3) }, never);
const json = (status: number, body: unknown) => ({ status, body: JSON.stringify(body) });

it('gives each request a trace of its own', async () => {
  answer = json(200, { accepted: 1, duplicates: 0, rejected: [] });
  await ship(1);
  await ship(1);
  for (const trace of traces) expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(new Set(traces).size).toBe(2);
});

describe('what counts as stored', () => {
  it('is an answer that accounts for every line', async () => {
    const rejected = [{ line: 2, code: 'not_json', message: 'The line is not JSON.' }];
    answer = json(200, { accepted: 2, duplicates: 0, rejected });
    expect(await ship(3)).toEqual({ kind: 'stored', outcome: { accepted: 2, duplicates: 0, rejected } });
  });

  it.each([
    ['a portal page', '<html></html>'],
    ['null', 'null'],
    ['an empty body', ''],
    ['too few lines', '{"accepted":2,"duplicates":0,"rejected":[]}'],
    ['too many lines', '{"accepted":3,"duplicates":3,"rejected":[]}'],
    ['negative counts', '{"accepted":4,"duplicates":-1,"rejected":[]}'],
    ['fractions', '{"accepted":1.5,"duplicates":1.5,"rejected":[]}'],
    ['rejections without words', '{"accepted":2,"duplicates":0,"rejected":[{"line":1}]}'],
    ['no rejections', '{"accepted":3,"duplicates":0}'],
  ])('is not %s', async (_, body) => {
    answer = { status: 200, body };
    expect(await ship(3)).toMatchObject({ kind: 'trouble', refused: true });
  });
});

describe('what an answer means', () => {
  it.each([
    [401, { code: 'credential_revoked', message: 'Revoked.' }, { kind: 'unauthorised' }],
    [409, { code: 'batch_conflict', message: 'Used.' }, { kind: 'conflict' }],
    [400, { code: 'invalid_batch_number', message: 'Too far.' }, { kind: 'misnumbered' }],
    [409, { code: 'other', message: 'Odd.' }, { kind: 'trouble', refused: true }],
    [413, { code: 'body_too_large', message: 'Too large.' }, { kind: 'too_large' }],
    [400, { code: 'truncated_body', message: 'Cut.' }, { kind: 'trouble', refused: true }],
    [404, {}, { kind: 'trouble', refused: true }],
    [408, {}, { kind: 'trouble', refused: false }],
    [408, { code: 'body_too_slow', message: 'Slow.' }, { kind: 'trouble', refused: false }],
    [429, {}, { kind: 'trouble', refused: false }],
    [500, {}, { kind: 'trouble', refused: false }],
    [503, {}, { kind: 'trouble', refused: false }],
  ])('%d %j', async (status, body, outcome) => {
    answer = json(status, body);
    expect(await ship(1)).toMatchObject(outcome);
  });

  it('is that a batch is too large when many events arrived too slowly', async () => {
    answer = json(408, { code: 'body_too_slow', message: 'Slow.' });
    expect(await ship(2)).toEqual({ kind: 'too_large' });
  });

  it('includes Retry-After', async () => {
    answer = { ...json(503, {}), headers: { 'retry-after': '7' } };
    expect(await ship(1)).toMatchObject({ kind: 'trouble', retryAfterMs: 7_000 });
  });

  it('follows no redirect, which would show the credential to another server', async () => {
    answer = { status: 307, headers: { location: 'http://127.0.0.1:1/' }, body: '' };
    expect(await ship(1)).toMatchObject({ kind: 'trouble', reason: expect.stringContaining('HTTP 307') });
  });
});

describe('the coding of batches', () => {
  const lines = Buffer.from('a\nb\n');
  const zstd = new Uint8Array(zstdCompressSync(lines));
  const TAKEN = json(200, { accepted: 2, duplicates: 0, rejected: [] });
  const sendZstd = (to: Server) =>
    to.ship('credential', { number: 1, lines: 2, body: zstd, coding: 'zstd' }, never);

  it('is gzip until an answer names zstd, and again after one that does not', async () => {
    const one = server();
    expect(one.coding).toBe('gzip');
    for (const [accepted, coding] of [
      ['zstd, gzip', 'zstd'],
      ['gzip', 'gzip'],
      ['gzip, ZSTD', 'zstd'],
      [undefined, 'gzip'],
    ] as const) {
      answer = { ...TAKEN, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } };
      await one.ship('credential', { number: 1, lines: 2, body: new Uint8Array(gzipSync(lines)) }, never);
      expect(one.coding).toBe(coding);
    }
    expect(bodies.map(({ coding }) => coding)).toEqual(['gzip', 'gzip', 'gzip', 'gzip']);
  });

  it('stays zstd when a proxy answers in the server’s place', async () => {
    const one = server();
    answer = { ...TAKEN, headers: { 'accept-encoding': 'zstd, gzip' } };
    await sendZstd(one);
    answer = { status: 502, body: '' };
    await sendZstd(one);
    expect(one.coding).toBe('zstd');
  });

  it('of a zstd batch becomes gzip for a server that does not take zstd, with the same lines', async () => {
    const one = server();
    http.prependListener('request', (request) => {
      answer = request.headers['content-encoding'] === 'zstd' ? json(415, {}) : TAKEN;
    });
    expect(await sendZstd(one)).toMatchObject({ kind: 'stored' });
    expect(await sendZstd(one)).toMatchObject({ kind: 'stored' });
    // Only the first was tried as zstd.
    expect(bodies.map(({ coding }) => coding)).toEqual(['zstd', 'gzip', 'gzip']);
    expect(bodies.slice(1).map(({ body }) => gunzipSync(body).toString())).toEqual(['a\nb\n', 'a\nb\n']);
    expect(one.coding).toBe('gzip');
  });

  it('does not hide that a server refuses the media type in any coding', async () => {
    answer = json(415, { code: 'unsupported_media_type', message: 'No.' });
    expect(await sendZstd(server())).toMatchObject({ kind: 'trouble', refused: true });
    answer = { ...answer, headers: { 'accept-encoding': 'zstd' } };
    expect(await sendZstd(server())).toMatchObject({ kind: 'trouble', refused: true });
    expect(bodies.map(({ coding }) => coding)).toEqual(['zstd', 'gzip', 'zstd']);
  });
});

describe('a server that does not answer', () => {
  it('is given up after the timeout', async () => {
    http.removeAllListeners('request');
    expect(await server(50).heartbeat('credential', request, never)).toEqual({
      kind: 'trouble',
      reason: 'server: no response within 0.05 s',
      retryAfterMs: null,
      refused: false,
    });
  });

  it('is named when it cannot be reached', async () => {
    const gone = new Server('http://127.0.0.1:1', { host: 'h', platform: 'p', version: 'v' }, 5_000);
    expect(await gone.heartbeat('credential', request, never)).toMatchObject({
      kind: 'trouble',
      reason: expect.stringMatching(/^route: .*ECONNREFUSED/),
    });
  });
});

const request: HeartbeatRequest = {
  instance_id: '00000000-0000-4000-8000-000000000001',
  sent_at: '2026-11-21T08:00:00.000Z',
  queue_depth: 0,
  waiting_seconds: 0,
  events_read: 0,
  events_sent: 0,
  events_rejected: 0,
  gaps: [],
  sources: [],
  names: { key: null, applied: null, refused: null },
};

it('never sends half a surrogate pair, which the server refuses', async () => {
  answer = json(200, { next_batch: 1 });
  const source = { name: 'Security', state: 'failed' as const, message: 'no such file \ud83d' };
  await server().heartbeat('credential', { sources: [source] } as unknown as HeartbeatRequest, never);
  expect(JSON.parse(heard).sources[0].message).toBe('no such file \ufffd');
});
