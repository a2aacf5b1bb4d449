import { afterAll, expect, test } from 'vitest';
import { ProviderProblem } from '../problems.ts';
import { createSamlReader } from './reader.ts';

const LONG = 3_600_000;
const reader = createSamlReader(LONG);
afterAll(() => reader.close());

test('documents of one organization do not keep those of another waiting', async () => {
  const ended: string[] = [];
  const read = async (organization: string) => {
    const problem = await reader.description(organization, '<a/>', 0).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ProviderProblem);
    ended.push(organization);
  };
  await Promise.all([...Array.from({ length: 5 }, () => read('busy')), read('other')]);
  expect(ended.indexOf('other'), 'the next turn but one at the latest').toBeLessThan(3);
});
