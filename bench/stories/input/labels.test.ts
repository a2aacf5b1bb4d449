import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readInventory, readLabels } from './labels.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scout-labels-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
  const path = join(folder, 'file');
  writeFileSync(path, text);
  return path;
}

const label = {
  story: 1,
  kind: 'runas',
  account: 'svc.a',
  start: '2026-03-02T10:00:00Z',
  end: 1_772_445_700,
};

test('labels: numbers are read as text, times in any form; a person is named, nobody, or not given', () => {
  const lines = [
    { ...label, record_ids: [17, '18'] },
    { ...label, person: null },
    { ...label, person: 'm.keller', more: true },
  ];
  const [first, second, third] = readLabels(fileOf(lines.map((line) => JSON.stringify(line)).join('\n\n')));
  expect(first).toEqual({
    story: '1',
    kind: 'runas',
    account: 'svc.a',
    start: Date.UTC(2026, 2, 2, 10),
    end: 1_772_445_700_000,
    recordIds: ['17', '18'],
    person: undefined,
  });
  expect([second!.person, third!.person]).toEqual([null, 'm.keller']);
});

test.each([
  ['{', /line 1: /],
  ['[]', /line 1: a label must be an object/],
  [JSON.stringify({ ...label, account: '' }), /line 1: account must be text/],
  [
    `${JSON.stringify(label)}\n${JSON.stringify({ ...label, start: 'soon' })}`,
    /line 2: start and end must be times/,
  ],
  [JSON.stringify({ ...label, record_ids: '17' }), /line 1: record_ids must be a list/],
])('labels that are wrong are refused with their line: %s', (text, message) => {
  expect(() => readLabels(fileOf(text))).toThrow(message);
});

test('an inventory keeps the columns it needs and ignores the rest', () => {
  const file = {
    domain: 'NORDBANK',
    accounts: [
      { name: 'sa_a', app: 'ledger', env: 'prod', owner: 'x' },
      { name: 'sa_b', app: 7 },
    ],
    servers: [{ name: 'HERMES1', role: 'database' }],
    more: [],
  };
  expect(readInventory(fileOf(JSON.stringify(file)))).toEqual({
    domain: 'NORDBANK',
    accounts: [{ name: 'sa_a', app: 'ledger', env: 'prod' }, { name: 'sa_b' }],
    servers: [{ name: 'HERMES1', role: 'database' }],
  });
  expect(readInventory(fileOf('{}'))).toEqual({ accounts: [], servers: [] });
  expect(() => readInventory(fileOf('{"accounts":[{}]}'))).toThrow('name must be text');
  expect(() => readInventory(fileOf('{"servers":{}}'))).toThrow('servers must be a list');
});
