import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { connectDirectory } from './connection.ts';

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
/** The response that StartTLS is possible, with message 2. */
const READY = Buffer.from('300c02010278070a010004000400', 'hex');

test('data behind the response to StartTLS is refused', async () => {
  const url = await listen(Buffer.concat([READY, Buffer.from('3000', 'hex')]));
  const tried = connectDirectory(target(url), { bytes: 1e6 });
  await expect(tried).rejects.toThrow('The controller sent unencrypted data after StartTLS.');
});

test('the password is never sent before TLS', async () => {
  const url = await listen(READY);
  const received: Buffer[] = [];
  server!.on('connection', (socket: Socket) => socket.on('data', (chunk: Buffer) => received.push(chunk)));
  server!.on('connection', (socket: Socket) => setTimeout(() => socket.destroy(), 300));
  await expect(connectDirectory(target(url), { bytes: 1e6 })).rejects.toThrow('The controller');
  expect(received.length).toBeGreaterThan(0);
  expect(Buffer.concat(received).includes('secret of the test')).toBe(false);
});

test('a controller that falls silent is given up', async () => {
  const url = await listen(READY);
  const tried = connectDirectory(target(url), { bytes: 1e6, signInMs: 300 });
  await expect(tried).rejects.toThrow('The controller did not respond in time.');
});
