import { readFileSync } from 'node:fs';
import { agentReasons } from '@scout/contract';
import { expect, test } from 'vitest';

const document = readFileSync(new URL('agents.md', import.meta.url), 'utf8');

test('the table of states in docs/agents.md has every reason of the code, once', () => {
  const table = document.slice(document.indexOf('| State | When | Reason |')).split('\n\n', 1)[0]!;
  const named = table
    .split('\n')
    .flatMap((row) =>
      [...(row.split('|').at(-2) ?? '').matchAll(/`([a-z_]+)`/g)].map(([, reason]) => reason!),
    );
  expect(named.sort()).toEqual([...agentReasons].sort());
});
