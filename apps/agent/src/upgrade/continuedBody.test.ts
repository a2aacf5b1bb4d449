import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Network } from '../transport/network.ts';
import { continuedBody } from './continuedBody.ts';

const never = new AbortController().signal;
const content = randomBytes(1_000_000);
let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
}

async function download(url: string): Promise<Buffer> {
  const { chunks } = await continuedBody(new Network(), url, never, 1);
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** Sends a part of the rest, then cuts the connection. */
const cutAfter =
  (bytes: number, ranges: string[], etag = () => '"one"') =>
  (request: IncomingMessage, response: ServerResponse) => {
    const { range } = request.headers;
    ranges.push(range ?? 'all');
    const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag();
    const from = isSame ? Number(/\d+/.exec(range ?? '')?.[0] ?? 0) : 0;
    const rest = content.subarray(from);
    response.writeHead(range && isSame ? 206 : 200, {
      etag: etag(),
      'accept-ranges': 'bytes',
      'content-length': rest.length,
    });
    if (bytes >= rest.length) response.end(rest);
    else response.write(rest.subarray(0, bytes), () => response.destroy());
  };

it('continues where a connection was cut, as often as it brings something', async () => {
  const ranges: string[] = [];
  const url = await serve(cutAfter(150_000, ranges));
  expect(
    createHash('sha256')
      .update(await download(url))
      .digest('hex'),
  ).toBe(createHash('sha256').update(content).digest('hex'));
  expect(ranges.length).toBeGreaterThan(5);
  expect(ranges[0]).toBe('all');
  expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range))).toBe(true);
});

it('gives up after five attempts without a byte', async () => {
  const ranges: string[] = [];
  const url = await serve(cutAfter(0, ranges));
  await expect(download(url)).rejects.toThrow();
  expect(ranges).toHaveLength(5);
});

it('does not mix two files: another one in its place ends the download', async () => {
  const ranges: string[] = [];
  const url = await serve(cutAfter(100_000, ranges, () => (ranges.length > 1 ? '"two"' : '"one"')));
  await expect(download(url)).rejects.toThrow(/answers HTTP 200/);
});

it('does not continue from a server without ranges', async () => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 1000), () => response.destroy());
  });
  await expect(download(url)).rejects.toThrow();
  expect(requests).toBe(1);
});
