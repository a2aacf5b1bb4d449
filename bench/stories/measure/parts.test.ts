import { expect, test } from 'vitest';
import { detectorsWithout, PART_NAMES } from './parts.ts';

test('Scout is measured without each part, or some', () => {
  expect(Object.keys(detectorsWithout('all'))).toEqual(PART_NAMES.map((name) => `without ${name}`));
  const chosen = detectorsWithout('minutes, one case');
  expect(Object.keys(chosen)).toEqual(['without minutes', 'without one case']);
  for (const create of Object.values(chosen)) expect(create({}).accounts()).toBe(0);
});

test('an unknown part is refused with the list of all', () => {
  expect(() => detectorsWithout('minutes,weights')).toThrow(
    /some of accompanying activity, minutes, .*not "weights"/,
  );
});
