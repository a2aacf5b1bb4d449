import type { CaseFinding } from '@scout/contract';
import { expect, test } from 'vitest';
import { isRefusedOnly } from './refusedOnly.ts';

const findings = (...kinds: string[]) => kinds.map((kind) => ({ kind }) as CaseFinding);

test('a spray let nobody in, until one of its findings is a success', () => {
  expect(isRefusedOnly({ kind: 'spraying', findings: findings('spraying', 'refused-from-new-source') })).toBe(
    true,
  );
  expect(isRefusedOnly({ kind: 'spraying', findings: findings('spraying', 'refused-then-successful') })).toBe(
    false,
  );
  expect(isRefusedOnly({ kind: 'new-source', findings: [] })).toBe(false);
});
