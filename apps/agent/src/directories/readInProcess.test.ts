import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { ownProgram } from '../runtime/ownProgram.ts';
import type { DirectoryOrder } from './readInProcess.ts';

it('the process that reads a directory ends with the agent', async () => {
  // A controller that never answers.
  await using controller = createServer();
  controller.listen(0, '127.0.0.1');
  await once(controller, 'listening');
  const { port } = controller.address() as AddressInfo;
  const order: DirectoryOrder = {
    url: `ldap://127.0.0.1:${port}`,
    bindName: 'reader',
    password: 'secret of the test',
    keytab: null,
    kdc: null,
    ca: null,
    base: null,
    filter: null,
    position: null,
  };
  const connected = once(controller, 'connection') as Promise<[Socket]>;
  const child = spawn(...ownProgram('read-directory'), { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(child, 'exit');
  child.stdin.write(`${JSON.stringify(order)}\n`);
  const [socket] = await connected;
  child.stdin.end();
  expect((await ended)[0]).toBe(1);
  socket.destroy();
});
