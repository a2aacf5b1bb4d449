import { expect, it } from 'vitest';
import { runsOf } from './blockRuns.ts';

const own = (text: string) => [...text].map((letter) => letter === '.');
const ranges = (text: string, most?: number) =>
  runsOf(own(text), most).map(({ from, to }) => `${from}-${to}`);

it('neighbors are fetched with one request', () => {
  expect(ranges('..xx..x')).toEqual(['2-4', '6-7']);
  expect(ranges('xxx')).toEqual(['0-3']);
  expect(ranges('....')).toEqual([]);
});

it('with too many gaps, the shortest are fetched, too', () => {
  expect(ranges('x.x...x..x', 3)).toEqual(['0-3', '6-7', '9-10']);
  expect(ranges('x.x...x..x', 2)).toEqual(['0-3', '6-10']);
  expect(ranges('x.x...x..x', 1)).toEqual(['0-10']);
  expect(runsOf(own('x.'.repeat(1_000)))).toHaveLength(16);
});
