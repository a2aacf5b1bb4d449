import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { connectDirectory } from './connection.ts';
import { readInThread } from './readInThread.ts';

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** A server that answers the first bytes of a client with these. */
async function listen(answer: Buffer): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => socket.write(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const target = (url: string) => ({ url, bindName: 'reader', password: 'secret of the test', ca: null });
const networks = ['127.0.0.0/8'];
/** The response that StartTLS is possible, with message 2. */
const READY = Buffer.from('300c02010278070a010004000400', 'hex');

test('data behind the response to StartTLS is refused', async () => {
  const url = await listen(Buffer.concat([READY, Buffer.from('3000', 'hex')]));
  const tried = connectDirectory(target(url), { networks, bytes: 1e6 });
  await expect(tried).rejects.toThrow('The controller sent unencrypted data after StartTLS.');
});

test('the password is never sent before TLS', async () => {
  const url = await listen(READY);
  const received: Buffer[] = [];
  server!.on('connection', (socket: Socket) => socket.on('data', (chunk: Buffer) => received.push(chunk)));
  server!.on('connection', (socket: Socket) => setTimeout(() => socket.destroy(), 300));
  await expect(connectDirectory(target(url), { networks, bytes: 1e6 })).rejects.toThrow('The controller');
  expect(received.length).toBeGreaterThan(0);
  expect(Buffer.concat(received).includes('secret of the test')).toBe(false);
});

test('a controller that falls silent is given up', async () => {
  const url = await listen(READY);
  const tried = connectDirectory(target(url), { networks, bytes: 1e6, signInMs: 300 });
  await expect(tried).rejects.toThrow('The controller did not respond in time.');
});

test('an address outside of the permitted networks is not connected to', async () => {
  const url = await listen(READY);
  const connected = once(server!, 'connection').then(() => 'connected');
  await expect(connectDirectory(target(url), { networks: [], bytes: 1e6 })).rejects.toThrow(
    'may not be reached',
  );
  expect(await Promise.race([connected, Promise.resolve('not connected')])).toBe('not connected');
});

test('a flood of tiny messages ends the thread that reads, and not the process', async () => {
  const url = await listen(Buffer.alloc(7 * 200_000, Buffer.from('30050201056100', 'hex')));
  const order = {
    ...target(url),
    base: null,
    filter: null,
    position: null,
    networks,
    bounds: { entries: 10, bytes: 1e7 },
  };
  const tried = readInThread(order, new AbortController().signal, { longestMs: 3_000 });
  await expect(tried).rejects.toThrow(/controller|directory/i);
});
