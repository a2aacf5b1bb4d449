import { expect, it } from 'vitest';
import { everyCase, isNarrowed, queryOf, readCaseFilter, writeCaseFilter } from './filter.ts';

const read = (text: string) => readCaseFilter(new URLSearchParams(text));

it('filters are read from the address as they were written', () => {
  const params = new URLSearchParams();
  const opened = { from: '2026-11-01', to: '2026-11-12' };
  writeCaseFilter(params, { severity: 'high', kind: 'new-source', assignee: 'bo@bank.example', opened });
  const filter = readCaseFilter(params);
  expect(filter).toMatchObject({ severity: 'high', kind: 'new-source', assignee: 'bo@bank.example', opened });
  expect(queryOf(filter, 'ada@bank.example')).toMatchObject({
    status: 'active',
    kind: 'new-source',
    assignee: 'bo@bank.example',
    opened_from: '2026-11-01',
    opened_to: '2026-11-12',
  });
  writeCaseFilter(params, { ...everyCase, status: 'active' });
  expect(params.size).toBe(0);
});

it('the viewer is asked for by their address', () => {
  expect(queryOf(read('assignee=me'), 'ada@bank.example')).toMatchObject({ assignee: 'ada@bank.example' });
  expect(queryOf(read('assignee=none'), 'ada@bank.example')).toMatchObject({ assignee: 'none' });
});

it('what the address cannot mean counts as missing', () => {
  const filter = read('status=x&severity=x&kind=x&assignee=x&opened=2026-11-12..2026-11-01');
  expect(filter).toEqual({ ...everyCase, status: 'active' });
  expect(isNarrowed(filter)).toBe(false);
});
