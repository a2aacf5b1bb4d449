import { expect, test } from 'vitest';
import { MemoryDisk } from '../../test/memoryDisk.ts';
import { silentLog } from '../../test/silentLog.ts';
import { compareNumbers } from './restoredServer.ts';
import { Spool } from './spool.ts';

async function spoolHeardAs(agentId: string | null): Promise<Spool> {
  const spool = await Spool.open({
    fs: new MemoryDisk(),
    folder: '/state',
    limitBytes: 2 ** 30,
    firstBatch: 1,
    log: silentLog(),
  });
  spool.checkpoint.update((state) => {
    state.heard_as = agentId;
  });
  return spool;
}

test.each([
  ['the server has what it acknowledged', 'a', { own: 57, servers: 57 }, null],
  ['a batch was stored and its answer lost', 'a', { own: 57, servers: 58 }, null],
  ['the server is older', 'a', { own: 57, servers: 40 }, { from: 'batch 39 of 56', to: 'batch 57' }],
  ['the server has deleted everything', 'a', { own: 57, servers: 1 }, null],
  ['the agent was another one until now', 'b', { own: 57, servers: 3 }, null],
  ['the server was not heard before', null, { own: 57, servers: 3 }, null],
])('%s', async (_what, heardAs, numbers, found) => {
  const { checkpoint } = await spoolHeardAs(heardAs);
  const expected = found && { reason: 'server_restored', missing: null, ...found };
  expect(compareNumbers(checkpoint.state, 'a', numbers)).toEqual(expected);
});

test('one restore is one gap, however often the server answers before the next batch', async () => {
  const spool = await spoolHeardAs('a');
  for (const own of [57, 57, 57]) {
    await spool.gap('server', compareNumbers(spool.checkpoint.state, 'a', { own, servers: 40 })!);
  }
  expect(spool.checkpoint.state.gaps).toHaveLength(1);
  await spool.gap('server', compareNumbers(spool.checkpoint.state, 'a', { own: 90, servers: 40 })!);
  expect(spool.checkpoint.state.gaps).toHaveLength(2);
});
