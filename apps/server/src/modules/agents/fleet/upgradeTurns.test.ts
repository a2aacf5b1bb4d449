import { limits } from '@scout/contract';
import { expect, it } from 'vitest';
import { createUpgradeTurns } from './upgradeTurns.ts';

const { atOnce, turnMinutes } = limits.agentUpgrade;
const MINUTE = 60_000;

it('5,000 machines upgrade in turns, never more than the bound at a time', () => {
  const turns = createUpgradeTurns();
  let waiting = Array.from({ length: 5_000 }, (_, index) => `machine ${index}`);
  let minutes = 0;
  for (; waiting.length > 0; minutes += 1) {
    const served = waiting.filter((id) => turns.take(id, minutes * MINUTE));
    expect(served.length).toBeLessThanOrEqual(atOnce);
    expect(served.length).toBeGreaterThan(0);
    // Each takes a minute.
    for (const id of served) turns.end(id);
    const done = new Set(served);
    waiting = waiting.filter((id) => !done.has(id));
  }
  expect(minutes).toBe(5_000 / atOnce);
});

it('a machine keeps its turn while it downloads, and one that does not finish gives it up', () => {
  const turns = createUpgradeTurns();
  for (let index = 0; index < atOnce; index += 1) expect(turns.take(`slow ${index}`, 0)).toBe(true);
  expect([turns.take('slow 0', MINUTE), turns.take('next', MINUTE)]).toEqual([true, false]);
  expect([turns.holds('slow 0', MINUTE), turns.holds('next', MINUTE)]).toEqual([true, false]);
  expect(turns.holds('slow 0', turnMinutes * MINUTE)).toBe(false);
  expect(turns.take('next', turnMinutes * MINUTE)).toBe(true);
  turns.end('next');
  expect(turns.holds('next', turnMinutes * MINUTE)).toBe(false);
});
