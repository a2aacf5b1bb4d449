import { expect, test } from 'vitest';
import { compare, order } from './compare.ts';

const turn = (value: number, name = 'ingest', isJudged = true) => [{ name, value, isJudged }];

test('medians of turns are compared, and a quotient below 0.85 is lower', () => {
  const baseline = [turn(100), turn(10), turn(101)];
  const [same] = compare(baseline, [turn(86), turn(85), turn(2)]);
  expect(same).toMatchObject({ value: 85, baseline: 100, quotient: 0.85, isLower: false });
  expect(compare(baseline, [turn(84), turn(90), turn(80)])[0]!.isLower).toBe(true);
});

test('a figure that is only shown is never lower', () => {
  expect(compare([turn(1, 'to COPY', false)], [turn(0.1, 'to COPY', false)])[0]!.isLower).toBe(false);
});

test('a turn that lacks a figure is an error', () => {
  expect(() => compare([turn(1, 'other')], [turn(1)])).toThrow('A turn did not measure: ingest');
});

test('turns alternate, and neither code is always first', () => {
  expect(order(3)).toEqual(['baseline', 'present', 'present', 'baseline', 'baseline', 'present']);
});
