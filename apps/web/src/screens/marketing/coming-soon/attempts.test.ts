import { beforeEach, expect, test, vi } from 'vitest';
import { fakeStorage } from '../../../store/fakeStorage.ts';

const now = Date.UTC(2026, 10, 26);
/** The page after a load. */
async function load(storage = fakeStorage()) {
  vi.resetModules();
  const { countAttempt } = await import('./attempts.ts');
  return (seconds: number) => countAttempt(() => storage, now + seconds * 1000);
}
beforeEach(() => void vi.resetModules());

test('three attempts in 60 seconds, also across reloads', async () => {
  const storage = fakeStorage();
  const first = await load(storage);
  expect([first(0), first(1)]).toEqual([true, true]);
  const again = await load(storage);
  expect([again(2), again(3), again(59)]).toEqual([true, false, false]);
  const later = await load(storage);
  expect([later(60), later(60.5), later(61), later(61.5)]).toEqual([true, false, true, false]);
});

test('a browser without storage counts on the page', async () => {
  vi.resetModules();
  const { countAttempt } = await import('./attempts.ts');
  const refused = () => {
    throw new Error('denied');
  };
  expect([1, 2, 3, 4].map((second) => countAttempt(refused, now + second))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('a stored text that is none of ours counts as none', async () => {
  const storage = fakeStorage();
  for (const text of ['{', '7', '["x"]', JSON.stringify([now + 9e12, now + 9e12, now + 9e12])]) {
    storage.setItem('scout_mailing_list_attempts', text);
    const attempt = await load(storage);
    expect(attempt(0), text).toBe(true);
  }
});
