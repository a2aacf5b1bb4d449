import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../test/memoryDisk.ts';
import { silentLog } from '../../test/silentLog.ts';
import { readCredential, writeCredential } from './credential.ts';
import { Credentials } from './credentials.ts';

const never = new AbortController().signal;
const first = {
  server: 'https://scout.northwind.example',
  agent_id: '00000000-0000-4000-8000-000000000001',
  credential: 'first',
  first_batch: 1,
  enrolled_at: '2026-11-21T08:00:00.000Z',
};

let disk: MemoryDisk;
let credentials: Credentials;
beforeEach(async () => {
  disk = new MemoryDisk();
  await writeCredential(disk, '/state', first);
  credentials = new Credentials(disk, '/state', first, silentLog());
});
const kept = async (): Promise<string | undefined> => (await readCredential(disk, '/state'))?.credential;

describe('a credential that is rotated', () => {
  it('is on disk before it is used', async () => {
    await credentials.rotate({ rotate: async () => 'second' }, never);
    expect(credentials.current).toBe('second');
    disk = disk.reboot('nothing', () => 0);
    expect(await kept()).toBe('second');
  });

  it('is kept when the server sends none', async () => {
    const trouble = { kind: 'trouble', reason: 'busy', retryAfterMs: null, refused: false } as const;
    await credentials.rotate({ rotate: async () => trouble }, never);
    expect([credentials.current, await kept()]).toEqual(['first', 'first']);
  });

  it('is kept in memory and on disk when the next one cannot be written', async () => {
    disk.full = true;
    await credentials.rotate({ rotate: async () => 'second' }, never);
    expect([credentials.current, await kept()]).toEqual(['first', 'first']);
  });

  it.each([1, 2, 3, 4])('is the old or the new one, whole, after a crash at step %i', async (step) => {
    disk.crashAt = disk.steps + step;
    void credentials.rotate({ rotate: async () => 'second' }, never);
    await disk.crashed;
    disk = disk.reboot('anything', () => 0.4);
    expect(['first', 'second']).toContain(await kept());
  });
});
