import { describe, expect, it } from 'vitest';
import { chooseRing, countStates, stateOf, type Upgradable } from './upgrade.ts';

const machine = (agent_id: string, rest: Partial<Upgradable> = {}): Upgradable => ({
  agent_id,
  platform: 'linux 6.12.1 x64',
  version: '0.1.0',
  last_seen_at: new Date('2026-11-21T10:00:00Z'),
  upgrade: null,
  ...rest,
});

describe('stateOf', () => {
  const failed = { version: '0.2.0', outcome: 'failed', message: 'no room' } as const;
  it.each([
    ['waiting', {}, false],
    ['offered', {}, true],
    ['upgraded', { version: '0.2.0' }, true],
    ['upgraded', { version: '0.3.0' }, false],
    ['failed', { upgrade: failed }, true],
    ['rolled_back', { upgrade: { ...failed, outcome: 'rolled_back' } }, false],
    ['upgraded', { upgrade: failed, version: '0.2.0' }, true],
    ['offered', { upgrade: { ...failed, version: '0.1.9' } }, true],
  ] as const)('%s', (state, rest, isOffered) => {
    expect(stateOf(machine('a', rest), '0.2.0', isOffered)).toBe(state);
  });
});

it('countStates counts each state and all', () => {
  expect(countStates(['waiting', 'failed', 'failed', 'upgraded'])).toEqual({
    machines: 4,
    waiting: 1,
    offered: 0,
    upgraded: 1,
    failed: 2,
    rolled_back: 0,
  });
});

describe('chooseRing', () => {
  const fleet = [
    machine('l1', { last_seen_at: new Date('2026-11-21T09:00:00Z') }),
    machine('l2'),
    machine('l3', { last_seen_at: null }),
    machine('l4', { version: '0.2.0' }),
    machine('w1', { platform: 'win32 10.0.20348 x64', last_seen_at: new Date('2026-11-21T08:00:00Z') }),
  ];
  const ids = (count: number, machines = fleet) =>
    chooseRing(machines, '0.2.0', count).map(({ agent_id }) => agent_id);

  it('takes one of each system before a second of any, the last heard first', () => {
    expect(ids(1)).toEqual(['l2']);
    expect(ids(2)).toEqual(['l2', 'w1']);
    expect(ids(3)).toEqual(['l2', 'w1', 'l1']);
  });

  it('selects no agent that has the release, and no more than exist', () => {
    expect(ids(50)).toEqual(['l2', 'w1', 'l1', 'l3']);
    expect(ids(5, [])).toEqual([]);
  });

  it('does not depend on the order of the list', () => {
    expect(ids(3, fleet.toReversed())).toEqual(ids(3));
  });
});
