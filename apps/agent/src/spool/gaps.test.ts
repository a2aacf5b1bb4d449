import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../test/memoryDisk.ts';
import { silentLog } from '../../test/silentLog.ts';
import { acknowledgeGaps, type Missing, pendingGaps } from './gaps.ts';
import { Intake } from './intake.ts';
import { Spool } from './spool.ts';

const never = new AbortController().signal;
const missing = (from: string | null, to = '9', count: number | null = 3): Missing => ({
  reason: 'log_cleared',
  from,
  to,
  missing: count,
});

let disk: MemoryDisk;
const open = (): Promise<Spool> =>
  Spool.open({ fs: disk, folder: '/state', limitBytes: 2 ** 30, firstBatch: 1, log: silentLog() });
beforeEach(() => {
  disk = new MemoryDisk();
});

describe('a gap', () => {
  it('survives power failures until it is reported', async () => {
    await (await open()).gap('windows:Security', missing('5'));
    disk = disk.reboot('nothing', () => 0);
    const spool = await open();
    const [gap] = pendingGaps(spool.checkpoint.state);
    expect(gap).toMatchObject({
      source: 'windows:Security',
      reason: 'log_cleared',
      from_record: '5',
      to_record: '9',
      missing: 3,
      gap_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    });
    spool.checkpoint.update((state) =>
      acknowledgeGaps(state, ['00000000-0000-4000-8000-000000000000', gap!.gap_id]),
    );
    await spool.flush();
    disk = disk.reboot('nothing', () => 0);
    expect((await open()).checkpoint.state.gaps).toEqual([]);
  });

  it('found again after a crash is the same one, reported or not', async () => {
    const spool = await open();
    await spool.gap('a', missing('5'));
    await spool.gap('a', missing('5', '12'));
    expect(spool.checkpoint.state.gaps).toHaveLength(1);
    spool.checkpoint.update((state) => acknowledgeGaps(state, [state.gaps[0]!.gap_id]));
    await spool.gap('a', missing('5'));
    expect(spool.checkpoint.state.gaps).toEqual([]);
    await spool.gap('b', missing('5'));
    await spool.gap('a', missing('6'));
    expect(spool.checkpoint.state.gaps).toHaveLength(2);
  });

  it('is on disk before any position after it', async () => {
    const spool = await open();
    const intake = new Intake(spool, 'windows:Security', never);
    await intake.gap(missing('5'), 'gone');
    const steps = disk.steps;
    disk.crashAt = steps + 1;
    void intake.seal({ kind: 'windows', record: '9', identity: '' });
    await disk.crashed;
    disk = disk.reboot('nothing', () => 0);
    const after = await open();
    expect(after.position('windows:Security')).toBeNull();
    expect(after.checkpoint.state.gaps).toHaveLength(1);
  });

  it('is one of a bounded number: beyond it the last one grows, and a heartbeat carries a hundred', async () => {
    const spool = await open();
    for (let from = 0; from < 600; from += 1)
      await spool.gap('a', missing(String(from), String(from + 1), 2));
    const { gaps } = spool.checkpoint.state;
    expect(gaps).toHaveLength(500);
    expect(gaps.reduce((sum, gap) => sum + (gap.missing ?? 0), 0)).toBe(1_200);
    expect(gaps.at(-1)).toMatchObject({ from_record: '499', to_record: '600' });
    expect(pendingGaps(spool.checkpoint.state)).toHaveLength(100);
  });

  it('of a damaged spool file says how many events were in it', async () => {
    let spool = await open();
    const batch = { source: 'a', position: null, content: Buffer.from('1\n2\n'), lines: 2, refused: [] };
    await spool.append(batch, never);
    await spool.append(batch, never);
    await spool.settle();
    const file = '/state/spool/000000000001.batch';
    disk.damage(file, (await disk.size(file)) - 1);
    expect(await spool.body(spool.oldest!)).toBeNull();
    expect(spool.checkpoint.state.gaps).toMatchObject([{ source: 'a', reason: 'spool_corrupt', missing: 2 }]);
    await spool.flush();
    disk.damage('/state/spool/000000000002.batch', 3);
    spool = await open();
    expect(spool.checkpoint.state.gaps[1]).toMatchObject({
      source: 'spool',
      reason: 'spool_corrupt',
      missing: null,
    });
  });

  it('is reported when the spool was full, although no event is missing', async () => {
    const spool = await Spool.open({
      fs: disk,
      folder: '/state',
      limitBytes: 4_096,
      firstBatch: 1,
      log: silentLog(),
    });
    const batch = { source: 'a', position: null, content: Buffer.from('1\n'), lines: 1, refused: [] };
    await spool.append(batch, never);
    await spool.append(batch, never);
    while (spool.checkpoint.state.gaps.length === 0) await spool.changed.wait(never, 1);
    expect(spool.checkpoint.state.gaps).toMatchObject([{ source: 'a', reason: 'spool_full', missing: 0 }]);
  });
});
