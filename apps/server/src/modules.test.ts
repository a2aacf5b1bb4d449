import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ruleFigureCalls } from '@scout/contract/calls/events/figures';
import { expect, it } from 'vitest';
import { router } from './modules.ts';

const declarations = join(import.meta.dirname, '../../../packages/contract/src/calls');

/** Names of calls declared or handled in a file. */
const callsIn = (path: string): string[] =>
  existsSync(path)
    ? [...readFileSync(path, 'utf8').matchAll(/^export const (\w+) = (?:declareCall|implementCall)\(/gm)]
        .map(([, name = '']) => name)
        .sort()
    : [];

it('a call is handled in the file with the path of its declaration', () => {
  const handled = globSync('modules/*/calls/*.ts', { cwd: import.meta.dirname }).flatMap((file) => {
    const calls = callsIn(join(import.meta.dirname, file));
    const declared = file.replace('modules/', '').replace('/calls/', '/');
    if (calls.length > 0) expect(callsIn(join(declarations, declared)), file).toEqual(calls);
    return calls;
  });
  // Calls derived from the rule catalog are defined in the same file as the other calls of their kind.
  expect([...handled, ...Object.keys(ruleFigureCalls)].sort()).toEqual(Object.keys(router).sort());
});
