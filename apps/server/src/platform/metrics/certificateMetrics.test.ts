import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { certificateFamilies } from './certificateMetrics.ts';

test('an unreadable file, and one that holds no certificate, have no end', async () => {
  expect(await certificateFamilies('/nowhere/chain.pem', 0)).toEqual([]);
  expect(await certificateFamilies(fileURLToPath(import.meta.url), 0)).toEqual([]);
});
