import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it.runIf(process.platform === 'linux')('lowers the priority of its thread, and of no other', async () => {
  const module = new URL('./lowPriority.ts', import.meta.url).href;
  const thread = new Worker(
    `import('${module}').then(({ lowerPriority }) => {
       lowerPriority();
       const id = require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1);
       require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority(Number(id)));
     });`,
    { eval: true },
  );
  const before = getPriority();
  const [priority] = (await once(thread, 'message')) as [number];
  expect(priority).toBe(constants.priority.PRIORITY_LOW);
  expect(getPriority()).toBe(before);
  await thread.terminate();
});
