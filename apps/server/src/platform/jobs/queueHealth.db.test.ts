import { createDatabase } from '@scout/testkit/database';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startBoss } from './boss.ts';
import { queueState } from './queueHealth.ts';

it('a queue is stalled without a worker, and with one that no longer gets answers', async () => {
  await using database = await createDatabase();
  const boss = await startBoss(database.url, pino({ level: 'silent' }));
  try {
    const state = (now = Date.now()) => queueState(boss, ['a', 'b'], now);
    for (const queue of ['a', 'b']) await boss.createQueue(queue);
    await boss.work('a', async () => {});
    expect(state()).toBe('stalled');
    await boss.work('b', async () => {});
    expect(state()).toBe('ok');
    await expect
      .poll(() => boss.getWipData().every(({ lastFetchedOn }) => lastFetchedOn !== null))
      .toBe(true);
    const last = Math.min(...boss.getWipData().map(({ lastFetchedOn }) => lastFetchedOn ?? 0));
    expect(state(last + 179_000)).toBe('ok');
    expect(state(last + 181_000)).toBe('stalled');
    await boss.offWork('a');
    expect(state()).toBe('stalled');
  } finally {
    await boss.stop({ graceful: false });
  }
});
