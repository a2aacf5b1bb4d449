import type { AgentUpgrade, MachineCounts } from '@scout/contract';
import { expect, it } from 'vitest';
import { stageInWords, suggestedRing } from './upgradeWords.ts';

const counts = (machines: number, upgraded: number): MachineCounts => ({
  machines,
  upgraded,
  waiting: machines - upgraded,
  offered: 0,
  failed: 0,
  rolled_back: 0,
});
const upgrade = (rest: Partial<AgentUpgrade>): AgentUpgrade => ({
  version: '0.2.0',
  built_at: '2026-11-20T10:00:00.000Z',
  stage: 'off',
  started_at: null,
  started_by: null,
  opened_at: null,
  opened_by: null,
  paused_at: null,
  paused_by: null,
  ring: counts(0, 0),
  fleet: counts(12, 0),
  downloading: 0,
  machines: [],
  ...rest,
});

it.each([
  [{}, 'Not started'],
  [{ fleet: counts(3, 3) }, 'Every machine runs it'],
  [{ stage: 'ring', ring: counts(1, 0) }, 'Open to a first ring of 1 machine'],
  [{ stage: 'all' }, 'Open to all machines'],
  [{ stage: 'all', downloading: 100 }, 'Open to all machines · 100 downloading'],
  [
    { stage: 'ring', ring: counts(3, 0), downloading: 2 },
    'Open to a first ring of 3 machines · 2 downloading',
  ],
  [{ stage: 'all', paused_at: '2026-11-21T10:00:00.000Z' }, 'Paused'],
  [{ stage: 'all', fleet: counts(3, 3) }, 'Done'],
] as const)('%j: %s', (rest, words) => {
  expect(stageInWords(upgrade(rest))).toBe(words);
});

it.each([
  [1, 1],
  [10, 1],
  [11, 2],
  [400, 40],
])('of %i machines %i go first', (machines, ring) => {
  expect(suggestedRing(counts(machines, 0))).toBe(ring);
});
