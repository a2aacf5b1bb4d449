import type { CaseActivity, CaseFile, CaseWay } from '@scout/contract';
import { expect, test } from 'vitest';
import { pathGraph } from './pathGraph.ts';

const time = '2026-11-12T08:00:00.000Z';
const way = (state: Partial<CaseWay>): CaseWay => ({
  part: 'case',
  refused: false,
  person: null,
  source: 'fin-laptop3',
  server: 'prd-sql01',
  events: 1,
  first: time,
  last: time,
  ...state,
});
const activity = (ways: readonly CaseWay[], state: Partial<CaseActivity> = {}): CaseActivity => ({
  from: time,
  to: time,
  gaps: [],
  lanes: [],
  other_cases: [],
  usual: [],
  ways: [...ways],
  ways_total: ways.length,
  persons: 0,
  sources: 0,
  servers: 0,
  ...state,
});
const finding = {
  time,
  kind: 'person-used-account',
  severity: 'high',
  sentence: '',
  reasons: [],
  persons: ['m.keller'],
  person_level: 'present',
  sources: ['FIN-LAPTOP3'],
  destinations: ['PRD-SQL01'],
  events: [],
  excused_by: null,
} as const;
const file = (state: object = {}) =>
  ({
    account: 'svc.billing',
    other_accounts: [],
    kind: 'person-used-account',
    persons: ['m.keller'],
    person_level: 'present',
    sources: ['FIN-LAPTOP3'],
    destinations: ['PRD-SQL01'],
    findings: [finding],
    ...state,
  }) as unknown as CaseFile;

const labelsOf = ({ nodes }: ReturnType<typeof pathGraph>) =>
  nodes.map(({ column, text, note }) => [column, text, note].join(' '));

test('a way without a person belongs to the person whom findings name at its machine', () => {
  const graph = pathGraph(
    file(),
    activity([
      way({ events: 40 }),
      way({ events: 5, refused: true, source: '192.0.2.113' }),
      way({ part: 'usual', source: 'app-bill01', events: 2160 }),
    ]),
  );
  expect(labelsOf(graph)).toEqual([
    'person m.keller present',
    'person nobody seen ',
    'source FIN-LAPTOP3 40',
    'source 192.0.2.113 5 refused',
    'source APP-BILL01 2,160 usual',
    'server PRD-SQL01 45, 2,160 usual',
    'account svc.billing ',
  ]);
  expect(graph.edges.filter(({ to }) => to === 'account')).toEqual([
    { from: 'source app-bill01', to: 'account', events: 2160, refused: false, isUsual: true },
    { from: 'source fin-laptop3', to: 'account', events: 40, refused: false, isUsual: false },
    { from: 'source 192.0.2.113', to: 'account', events: 5, refused: true, isUsual: false },
  ]);
});

test('a way with two possible persons is counted once', () => {
  const both = file({ findings: [{ ...finding, persons: ['m.keller', 'o.lang'] }] });
  expect(labelsOf(pathGraph(both, activity([way({ events: 3 })])))).toEqual([
    'person m.keller present',
    'person o.lang present',
    'source FIN-LAPTOP3 3',
    'server PRD-SQL01 3',
    'account svc.billing ',
  ]);
});

test('without stored activity it is drawn from what the case names', () => {
  const graph = pathGraph(file({ persons: [], findings: [], destinations: [] }), undefined);
  expect(labelsOf(graph)).toEqual([
    'person nobody seen ',
    'source FIN-LAPTOP3 ',
    'server unknown server ',
    'account svc.billing ',
  ]);
  expect(graph.edges).toHaveLength(3);
});

test('of many machines a few are drawn, and the number of others is shown', () => {
  const ways = Array.from({ length: 200 }, (_, i) => way({ source: `ws-${i}`, events: 300 - i }));
  const graph = pathGraph(
    file({ persons: [], findings: [] }),
    activity(ways, { ways_total: 260, sources: 260 }),
  );
  const sources = graph.nodes.filter(({ column }) => column === 'source');
  expect(sources.map(({ text }) => text)).toEqual([
    'WS-0',
    'WS-1',
    'WS-2',
    'WS-3',
    'WS-4',
    'WS-5',
    'and 254 more',
  ]);
  expect(graph.edges.length).toBeLessThan(20);
  expect(sources.at(-1)?.narrows).toBeNull();
});

test('deceptive characters of names are shown as their code points', () => {
  const graph = pathGraph(file(), activity([way({ source: 'a\u202eb', person: 'x\u0007' })]));
  expect(graph.nodes.map(({ text }) => text)).toEqual([
    'x‹U+0007›',
    'A‹U+202E›B',
    'PRD-SQL01',
    'svc.billing',
  ]);
});
