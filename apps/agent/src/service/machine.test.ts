import { describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../test/memoryDisk.ts';
import { describeMachine, machineId } from './machine.ts';

describe('machineId', () => {
  it('is created once and kept', async () => {
    const disk = new MemoryDisk();
    const id = await machineId(disk, '/state', 'PRD-SQL01');
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    // Also after the machine is renamed.
    expect(
      await machineId(
        disk.reboot('nothing', () => 0),
        '/state',
        'PRD-SQL02',
      ),
    ).toBe(id);
  });

  it('differs between two agents of one machine', async () => {
    const ids = await Promise.all([
      machineId(new MemoryDisk(), '/state/a', 'PRD-SQL01'),
      machineId(new MemoryDisk(), '/state/b', 'PRD-SQL01'),
      machineId(new MemoryDisk(), '/state/a', 'WS-1042'),
    ]);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('describeMachine', () => {
  it('fits the limits of the call', () => {
    const machine = describeMachine('x'.repeat(1_000));
    expect(machine.host).toHaveLength(255);
    expect(machine.platform.length).toBeLessThanOrEqual(64);
    expect(machine.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(describeMachine(null).host).not.toBe('');
  });

  it('has the given name and system, for the log of another machine', () => {
    expect(describeMachine('PRD-SQL01', 'win32 10.0.20348 x64')).toMatchObject({
      host: 'PRD-SQL01',
      platform: 'win32 10.0.20348 x64',
    });
  });
});
