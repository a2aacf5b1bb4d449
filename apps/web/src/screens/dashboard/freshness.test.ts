import { expect, test } from 'vitest';
import { isWithoutAgent, shownAt } from './freshness.tsx';

test.each([
  ['a poll before the last tick', 1_000, 5_000, 1_000],
  ['a poll since the last tick, which the clock beside it does not show yet', 5_400, 5_000, 5_000],
  ['no poll', null, 5_000, null],
])('%s', (_, last, now, shown) => {
  expect(shownAt(last, now)).toBe(shown);
});

const enrolled = { revoked_at: null };
const revoked = { revoked_at: '2026-11-20T00:00:00.000Z' };

test.each([
  ['unknown', undefined, false],
  ['none', [], true],
  ['revoked ones only', [revoked], true],
  ['one', [revoked, enrolled], false],
])('agents: %s', (_, agents, isWithout) => {
  expect(isWithoutAgent(agents)).toBe(isWithout);
});
