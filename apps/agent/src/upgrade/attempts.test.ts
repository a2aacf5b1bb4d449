import { expect, it } from 'vitest';
import { Attempts } from './attempts.ts';

/** The minutes from 0 to `last` at which a version is attempted. */
const triedAt = (attempts: Attempts, version: string, last: number): number[] =>
  Array.from({ length: last + 1 }, (_, minute) => minute).filter((minute) =>
    attempts.begin(version, minute * 60_000),
  );

it('a release is tried again after 1, 5 and 15 minutes, then hourly', () => {
  expect(triedAt(new Attempts(), '0.2.0', 201)).toEqual([0, 1, 6, 21, 81, 141, 201]);
});

it('another release is tried at once, and has its own delays', () => {
  const attempts = new Attempts();
  triedAt(attempts, '0.2.0', 100);
  expect(triedAt(attempts, '0.3.0', 6)).toEqual([0, 1, 6]);
});
