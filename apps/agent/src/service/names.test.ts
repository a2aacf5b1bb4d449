import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../test/memoryDisk.ts';
import { silentLog } from '../../test/silentLog.ts';
import { Names } from './names.ts';

const never = new AbortController().signal;
const own = (change = {}) => ({
  etag: 'v1',
  service_accounts: { standard: false, entries: ['sa_*'] },
  production_servers: { standard: true, entries: [] },
  accounts: ['ledger$'],
  others: 'none',
  ...change,
});

let disk: MemoryDisk;
let log: ReturnType<typeof silentLog>;
beforeEach(async () => {
  disk = new MemoryDisk();
  await disk.makeDirectory();
  log = silentLog();
});
const start = async (): Promise<Names> => {
  const names = new Names();
  await names.load(disk, '/state', log);
  return names;
};
const serves = (names: Names, ...accounts: string[]) => accounts.map(names.naming.isServiceAccount);

describe('the names of an organization', () => {
  it('are used and stored when the server sends them, and known after a restart without it', async () => {
    const names = await start();
    await names.hear(own());
    expect(serves(names, 'sa_billing', 'ledger$', 'svc.billing')).toEqual([true, true, false]);
    disk = disk.reboot('nothing', () => 0);
    const restarted = await start();
    expect(restarted.etag).toBe('v1');
    expect(serves(restarted, 'sa_billing', 'ledger$', 'svc.billing')).toEqual([true, true, false]);
    await restarted.ready(never);
    await restarted.hear(undefined);
    expect(serves(restarted, 'sa_billing', 'svc.billing')).toEqual([true, false]);
  });

  it('change while the agent runs, and the log says so', async () => {
    const names = await start();
    await names.hear(own());
    await names.hear(own({ etag: 'v2', service_accounts: { standard: true, entries: [] } }));
    expect([names.etag, ...serves(names, 'sa_billing', 'svc.billing')]).toEqual(['v2', false, true]);
    expect(log.lines).toEqual([
      'the names of service accounts have changed: 1 entry of the organization, 1 further account',
      'the names of service accounts have changed: the default rule, 0 entries of the organization, 1 further account',
    ]);
  });

  it('that are too many are mentioned in the log, and more is sent', async () => {
    const names = await start();
    await names.hear(own({ others: 'users' }));
    expect(serves(names, 'j.weber', 'WS-1042$')).toEqual([true, false]);
    expect(log.lines).toEqual([
      expect.stringContaining('there are more, so events of all accounts but machines'),
    ]);
  });

  it('are the default ones with a server of an earlier version', async () => {
    const names = await start();
    await names.hear(undefined);
    expect([names.etag, ...serves(names, 'svc.billing', 'sa_billing')]).toEqual([null, true, false]);
    await names.ready(never);
  });

  it('are waited for before the first event; without any response more is sent', async () => {
    const names = new Names(0);
    await names.load(disk, '/state', log);
    await names.ready(never);
    expect(serves(names, 'sa_billing', 'j.weber', 'WS-1042$')).toEqual([true, true, false]);
    const waiting = await start();
    let isReady = false;
    const ready = waiting.ready(never).then(() => {
      isReady = true;
    });
    await Promise.resolve();
    expect(isReady).toBe(false);
    await waiting.hear(own());
    await ready;
    expect(serves(waiting, 'j.weber')).toEqual([false]);
  });

  it.each<[string, unknown]>([
    ['another form', 'sa_*'],
    ['no version', own({ etag: undefined })],
    ['a version without end', own({ etag: 'x'.repeat(65) })],
    ['rules that match nothing', own({ etag: 'v2', service_accounts: { standard: false, entries: [] } })],
    ['too many accounts', own({ etag: 'v2', accounts: Array.from({ length: 5_001 }, (_, n) => `a${n}`) })],
  ])('are refused in %s: said once, and the earlier ones stay', async (_, value) => {
    const names = await start();
    await names.hear(own());
    log.lines.length = 0;
    await names.hear(value);
    await names.hear(value);
    expect([names.etag, ...serves(names, 'sa_billing', 'svc.billing')]).toEqual(['v1', true, false]);
    expect(log.lines).toEqual([
      expect.stringMatching(/^names of service accounts: the server's value is refused: .*stay in use/),
    ]);
    expect((await start()).etag).toBe('v1');
  });

  it('that are damaged on the disk are said, and asked for again', async () => {
    await disk.writeSynced('/state/names.json', [Buffer.from('{"etag":"v1","accounts":[')]);
    const names = await start();
    expect([names.etag, ...serves(names, 'j.weber')]).toEqual([null, true]);
    expect(log.lines).toEqual([expect.stringContaining('names.json is damaged')]);
    await names.hear(own());
    expect(serves(names, 'j.weber')).toEqual([false]);
    expect((await start()).etag).toBe('v1');
  });

  it('that cannot be stored are used nevertheless', async () => {
    const names = await start();
    disk.full = true;
    await names.hear(own());
    expect(serves(names, 'sa_billing')).toEqual([true]);
    expect(log.lines.at(-1)).toContain('names.json could not be written');
  });
});
