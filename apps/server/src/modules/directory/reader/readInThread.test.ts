import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readInThread } from './readInThread.ts';

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** An order to read a server that answers the first bytes of a client with these. */
async function orderFor(answer: Buffer, networks: readonly string[]) {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => socket.write(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bindName: 'reader',
    password: 'secret of the test',
    ca: null,
    base: null,
    filter: null,
    position: null,
    networks,
    bounds: { entries: 10, bytes: 1e7 },
  };
}

test('an address outside of the permitted networks is not connected to', async () => {
  const order = await orderFor(Buffer.alloc(0), []);
  const connected = once(server!, 'connection').then(() => 'connected');
  await expect(readInThread(order, new AbortController().signal)).rejects.toThrow('may not be reached');
  expect(await Promise.race([connected, Promise.resolve('not connected')])).toBe('not connected');
});

test('a flood of tiny messages ends the thread that reads, and not the process', async () => {
  const order = await orderFor(Buffer.alloc(7 * 200_000, Buffer.from('30050201056100', 'hex')), ['127.0.0.0/8']);
  const tried = readInThread(order, new AbortController().signal, { longestMs: 3_000 });
  await expect(tried).rejects.toThrow(/controller|directory/i);
});
