import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { DirectoryProblem } from '../problems.ts';
import { askKdc, kdcAddress } from './kdc.ts';

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** A server that does this with each connection. */
async function listen(serve: (socket: Socket) => void) {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, now: Date.now };
}

test('a response in pieces is put together', async () => {
  const kdc = await listen((socket) =>
    socket.once('data', () => {
      for (const byte of Buffer.from('00000003616263', 'hex')) socket.write(Buffer.from([byte]));
    }),
  );
  expect((await askKdc(kdc, Buffer.from('request'))).toString()).toBe('abc');
});

test.each([
  ['too long', 'ffffffff', 'could not be read'],
  ['longer than it says', '0000000161ff', 'could not be read'],
  ['cut off', '000000ff61', 'closed the connection'],
])('a response that is %s is refused', async (_case, bytes, reason) => {
  const kdc = await listen((socket) => socket.once('data', () => socket.end(Buffer.from(bytes, 'hex'))));
  const tried = askKdc(kdc, Buffer.alloc(1));
  await expect(tried).rejects.toThrow(DirectoryProblem);
  await expect(tried).rejects.toThrow(reason);
});

test('a service that is gone, and one that is given up, are told', async () => {
  const kdc = await listen(() => {});
  const ended = new AbortController();
  const silent = askKdc({ ...kdc, signal: ended.signal }, Buffer.alloc(1));
  ended.abort();
  await expect(silent).rejects.toThrow(DirectoryProblem);
  server!.close();
  for (const socket of sockets) socket.destroy();
  await expect(askKdc(kdc, Buffer.alloc(1))).rejects.toThrow(
    'The Kerberos service of the controller could not be reached (ECONNREFUSED).',
  );
});

test('an address may have a port', () => {
  expect(kdcAddress('dc1.corp.example')).toEqual({ host: 'dc1.corp.example', port: 88 });
  expect(kdcAddress('dc1.corp.example:8888')).toEqual({ host: 'dc1.corp.example', port: 8_888 });
  expect(kdcAddress('[2001:db8::1]:89')).toEqual({ host: '2001:db8::1', port: 89 });
  expect(kdcAddress('[2001:db8::1]')).toEqual({ host: '2001:db8::1', port: 88 });
});
