import { expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Outcome } from './groups.ts';
import { createWriteHealth } from './writeHealth.ts';

const stored: Outcome<string> = { answer: 'stored' };
const broken: Outcome<string> = { error: new Error('relation "scout.batches" does not exist') };
const refused: Outcome<string> = { error: new Refusal('batch_conflict') };

function scene() {
  let now = 0;
  const health = createWriteHealth(() => now);
  const write = health.watched(async (...outcomes: Outcome<string>[]) => outcomes);
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { health, write, pass };
}

it('ingest fails once three groups in succession stored nothing, until one is stored', async () => {
  const { health, write } = scene();
  await write(broken);
  await write(broken, broken);
  expect(health.state()).toBe('ok');
  await write(broken);
  expect(health.state()).toBe('failing');
  await write(broken, stored);
  expect(health.state()).toBe('ok');
});

it('refused batches are no fault, and a fault is forgotten when nothing comes any more', async () => {
  const { health, write, pass } = scene();
  for (let n = 0; n < 5; n += 1) await write(refused);
  expect(health.state()).toBe('ok');
  for (let n = 0; n < 3; n += 1) await write(broken);
  pass(9 * 60_000);
  expect(health.state()).toBe('failing');
  pass(2 * 60_000);
  expect(health.state()).toBe('ok');
});

it('a rejected write counts and is passed on', async () => {
  const { health } = scene();
  const write = health.watched(async (): Promise<Outcome<string>[]> => {
    throw new Error('gone');
  });
  for (let n = 0; n < 3; n += 1) await expect(write()).rejects.toThrow('gone');
  expect(health.state()).toBe('failing');
});

it('writes are late while one waits and none ends, and the last stored one has an age', async () => {
  const { health, write, pass } = scene();
  expect(health.sinceLast()).toBeUndefined();
  const end = Promise.withResolvers<Outcome<string>[]>();
  const writing = health.watched(() => end.promise)();
  pass(9_000);
  await write(stored);
  pass(9_000);
  expect([health.areLate(), health.sinceLast()]).toEqual([false, 9_000]);
  await write(broken);
  pass(9_000);
  expect([health.areLate(), health.sinceLast()]).toEqual([false, 18_000]);
  pass(2_000);
  expect(health.areLate()).toBe(true);
  end.resolve([stored]);
  await writing;
  expect([health.areLate(), health.sinceLast()]).toEqual([false, 0]);
});

it('ingest is overdue, then stuck while a write does not end', async () => {
  const { health, pass } = scene();
  const end = Promise.withResolvers<Outcome<string>[]>();
  const writing = health.watched(() => end.promise)();
  pass(10_000);
  expect(health.state()).toBe('ok');
  pass(160_000);
  expect(health.state()).toBe('overdue');
  pass(20_000);
  expect(health.state()).toBe('stuck');
  end.resolve([stored]);
  await writing;
  expect(health.state()).toBe('ok');
});
