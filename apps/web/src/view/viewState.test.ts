import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultRange } from './range.ts';
import {
  type DrawerState,
  rangeOnly,
  readDrawer,
  readFilter,
  readFind,
  readRange,
  readSort,
  writeDrawer,
  writeFilter,
  writeFind,
  writeRange,
  writeSort,
} from './viewState.ts';

const id = '019aa0f0-1111-7222-8333-0123456789ab-000012';
const from = (text: string) => new URLSearchParams(text);

/** Reads a value back after writing it into an address with other parameters. */
function written<T>(write: (params: URLSearchParams) => void, read: (params: URLSearchParams) => T): T {
  const params = from('utm=x&sort.other=time');
  write(params);
  const again = from(params.toString());
  expect([again.get('utm'), again.get('sort.other')]).toEqual(['x', 'time']);
  return read(again);
}

describe('written state is read back', () => {
  it.each(['1d', '7d', '30d', '90d', '365d', { from: '2026-10-01', to: '2026-10-15' }] as const)(
    'range %j',
    (range) => {
      expect(written((params) => writeRange(params, range), readRange)).toEqual(range);
    },
  );

  it.each<DrawerState>([
    { list: null, event: null },
    { list: { kind: 'all' }, event: null },
    { list: { kind: 'day', day: '2026-11-18' }, event: null },
    { list: { kind: 'account', name: 'svc.billing' }, event: id },
    { list: { kind: 'source', name: '2001:db8::7' }, event: null },
    { list: { kind: 'server', name: 'a:b & c=d \u{1f600}' }, event: null },
    { list: null, event: id },
  ])('drawer %j', (state) => {
    expect(written((params) => writeDrawer(params, state), readDrawer)).toEqual(state);
  });

  it('orders, searches and filters per table', () => {
    const sort = { column: 'serviceAccount', direction: 'descending' } as const;
    expect(
      written(
        (params) => writeSort(params, 'log', sort),
        (params) => readSort(params, 'log'),
      ),
    ).toEqual(sort);
    expect(
      written(
        (params) => writeFind(params, 'log', 'PRD'),
        (params) => readFind(params, 'log'),
      ),
    ).toBe('PRD');
    expect(
      written(
        (params) => writeFilter(params, 'server', 'PRD-SQL01'),
        (params) => readFilter(params, 'server'),
      ),
    ).toBe('PRD-SQL01');
  });

  it('and default values are removed', () => {
    const params = from(`range=7d&incidents=all&event=${id}&sort.log=-time&find.log=x&account=y`);
    writeRange(params, defaultRange);
    writeDrawer(params, { list: null, event: null });
    writeSort(params, 'log', null);
    writeFind(params, 'log', ' ');
    writeFilter(params, 'account', null);
    expect(params.toString()).toBe('');
  });
});

describe('an invalid value counts as missing', () => {
  it.each([
    'range=8d',
    'range=constructor',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-03-02&to=2026-03-01',
    'from=2026-03-02',
    'from=9999999-01-01&to=2026-01-01',
  ])('range of %s', (text) => {
    expect(readRange(from(text))).toBe(defaultRange);
  });

  it.each([
    'incidents=',
    'incidents=account',
    'incidents=account:',
    'incidents=account:%20',
    'incidents=constructor:x',
    'incidents=day:yesterday',
    `incidents=account:${'x'.repeat(1_025)}`,
    'event=1',
    `event=${id}0`,
    'event=../../etc/passwd',
  ])('drawer of %s', (text) => {
    expect(readDrawer(from(text))).toEqual({ list: null, event: null });
  });

  it.each(['', '-', '--time', 'a b', '__proto__', 'x'.repeat(50)])('order %j', (text) => {
    expect(readSort(from(`sort.log=${text}`), 'log')).toBeNull();
  });

  it('nothing throws for any address', () => {
    fc.assert(
      fc.property(
        fc.webQueryParameters(),
        fc.constantFrom('range', 'from', 'incidents', 'event'),
        (text, key) => {
          const params = from(`${key}=${text}&${text}`);
          readRange(params);
          readDrawer(params);
          readSort(params, 'log');
          rangeOnly(params);
        },
      ),
    );
  });
});

it('only the range is carried over to another page', () => {
  expect(rangeOnly(from('range=7d&incidents=all&sort.log=time&account=x'))).toBe('?range=7d');
  expect(rangeOnly(from('from=2026-10-01&to=2026-10-02&event=1'))).toBe('?from=2026-10-01&to=2026-10-02');
  expect(rangeOnly(from('incidents=all'))).toBe('');
});
