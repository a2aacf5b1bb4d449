import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createFetcher, ResponseTooLargeError } from './fetch.ts';
import { AddressRefusedError } from './guard.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const bounds = { timeoutMs: 500, bytes: 1000 };
const here = createFetcher(['127.0.0.1'], bounds);

it('sends a form, and reads status, type and body', async () => {
  const url = await serve(async (request, response) => {
    const chunks = await request.toArray();
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify([request.method, request.headers['content-length'], String(Buffer.concat(chunks))]),
    );
  });
  const response = await here.fetch(url, { method: 'POST', body: new URLSearchParams({ a: 'b c' }) });
  expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/json']);
  expect(await response.json()).toEqual(['POST', '5', 'a=b+c']);
});

it('follows no redirect', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/elsewhere' }).end();
    else response.end('followed');
  });
  expect((await here.fetch(url, {})).status).toBe(302);
});

it('ends a response that is too large or too slow, and a request that is no longer wanted', async () => {
  const large = await serve((_request, response) => response.end('x'.repeat(1001)));
  await expect(here.fetch(large, {})).rejects.toThrow(ResponseTooLargeError);
  const slow = await serve((_request, response) => response.write('x'));
  await expect(here.fetch(slow, {})).rejects.toThrow('There was no response in time.');
  await expect(here.fetch(slow, { signal: AbortSignal.abort() })).rejects.toThrow(/aborted/);
});

it('refuses a status that is none, and reads one without a body', async () => {
  const url = await serve((request, response) => response.writeHead(Number(request.url!.slice(1))).end());
  await expect(here.fetch(`${url}/999`, {})).rejects.toThrow(RangeError);
  for (const status of [204, 205, 304, 404, 500])
    expect((await here.fetch(`${url}/${status}`, {})).status).toBe(status);
});

it.each([
  'http://127.0.0.1:1/',
  'https://127.0.0.1:1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'http://public.example/',
  'file:///etc/passwd',
])('asks nobody at %s unless it is permitted', async (address) => {
  const strict = createFetcher([], bounds);
  await expect(strict.fetch(address, {})).rejects.toThrow(AddressRefusedError);
  expect(() => strict.check(new URL(address))).toThrow(AddressRefusedError);
});

it('checks the address behind a name', async () => {
  const rebound = createFetcher([], bounds, ((_name: string, _options: object, done: CallableFunction) =>
    done(null, [{ address: '10.0.0.1', family: 4 }])) as never);
  await expect(rebound.fetch('https://login.example/', {})).rejects.toThrow(AddressRefusedError);
});
