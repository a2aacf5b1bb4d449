import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { STANDARD_SETTINGS } from '@scout/detection';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { fresh } from '../../../../testing/fresh.ts';
import { createTrialThreads, type TrialThreads } from './trialThreads.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Threads that begin from now on. */
function begunThreads(): Worker[] {
  const begun: Worker[] = [];
  const note = (worker: Worker) => begun.push(worker);
  process.on('worker', note);
  onTestFinished(() => {
    process.off('worker', note);
  });
  return begun;
}

async function aTrial() {
  const { tenantId } = await createOrganization(server, fresh('Northwind'));
  const scope = { tenantId, now: Date.now() };
  const input = { scope, present: STANDARD_SETTINGS, proposed: STANDARD_SETTINGS };
  return (threads: TrialThreads, gone = new AbortController().signal) =>
    threads.run({ tenantId, userId: randomUUID() }, 'settings', input, gone);
}

it('a thread waits for the next trial; two at once have one each; those that wait end with the server', async () => {
  const [threads, begun, run] = [createTrialThreads(server.context.database), begunThreads(), await aTrial()];
  await run(threads);
  await run(threads);
  expect(begun).toHaveLength(1);
  await Promise.all([run(threads), run(threads)]);
  expect(begun).toHaveLength(2);
  const ended = Promise.all(begun.map((worker) => once(worker, 'exit')));
  await threads.close();
  await ended;
  await run(threads);
  expect(begun).toHaveLength(3);
  await threads.close();
});

it('a thread that waited in vain ends', async () => {
  const begun = begunThreads();
  await (await aTrial())(createTrialThreads(server.context.database, { restMs: 1 }));
  await once(begun[0]!, 'exit');
});

it('a thread whose trial nobody waits for ends', async () => {
  const [begun, gone] = [begunThreads(), new AbortController()];
  const trial = (await aTrial())(createTrialThreads(server.context.database), gone.signal);
  gone.abort(new Error('gone'));
  await expect(trial).rejects.toThrow('gone');
  expect(begun).toHaveLength(1);
  expect(begun[0]!.threadId, 'of an ended thread').toBe(-1);
});
