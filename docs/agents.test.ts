import { readFileSync } from 'node:fs';
import { agentReasons, agentStates, gapReasons } from '@scout/contract';
import { expect, test } from 'vitest';

const document = readFileSync(new URL('agents.md', import.meta.url), 'utf8');

/** Cells of each row of the table with this head, without the head. */
const rowsOf = (head: string): string[][] =>
  document
    .slice(document.indexOf(head))
    .split('\n\n', 1)[0]!
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const codesIn = (cell: string): string[] => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code!);

test('the table of states in docs/agents.md has every state and every reason of the code, once', () => {
  const rows = rowsOf('| State | When | Reason |');
  expect(rows.flatMap((row) => codesIn(row.at(-1)!)).sort()).toEqual([...agentReasons].sort());
  const states = rows.map(([state]) => state!.replaceAll(' ', '_')).filter((state) => state !== '');
  expect(states.sort()).toEqual([...agentStates].sort());
});

test('the table of gaps in docs/agents.md has every reason of the code, once', () => {
  const rows = rowsOf('| Gap | What happened |');
  expect(rows.flatMap(([code]) => codesIn(code!)).sort()).toEqual([...gapReasons].sort());
});
