import { expect, it } from 'vitest';
import { exposition } from './exposition.ts';
import { mergeProcesses } from './merge.ts';

it('tells each family once, with the process of each sample', () => {
  const family = (value: number) => ({
    name: 'scout_things',
    help: 'Things.',
    type: 'gauge' as const,
    samples: [{ labels: { kind: 'a' }, value }],
  });
  const merged = mergeProcesses(
    new Map([
      ['1', [family(3)]],
      ['2', [family(4)]],
    ]),
  );
  expect(exposition(merged)).toBe(
    '# HELP scout_things Things.\n# TYPE scout_things gauge\nscout_things{process="1",kind="a"} 3\nscout_things{process="2",kind="a"} 4\n',
  );
});
