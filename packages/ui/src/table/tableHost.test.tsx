// @vitest-environment happy-dom
import { act, type ReactElement, useMemo, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  actionColumn,
  type Column,
  DataTable,
  NameOpener,
  Panel,
  type TableContent,
  type TableHost,
  TableHostContext,
  type TableView,
} from '../index.ts';
import { contentOf, rowsWith } from './tableContent.ts';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

interface Row {
  id: string;
  account: string;
  count: number;
  time: string;
}

const list: Row[] = ['svc.billing', 'service.etl', 'svc.reporting'].map((account, n) => ({
  id: String(n),
  account,
  count: n * 1_000,
  time: `2026-11-21T0${n}:00:00Z`,
}));
const columns: Column<Row>[] = [
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time },
  { id: 'account', header: 'Service Account', kind: 'mono', value: (row) => row.account, names: 'account' },
  {
    id: 'count',
    header: 'Count',
    kind: 'number',
    value: (row) => row.count,
    text: (row) => `${row.count}/720`,
  },
];

let root: Root;
let place: HTMLElement;
let copied: TableContent[];
let texts: string[];

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  copied = [];
  texts = [];
  Element.prototype.animate = () => ({}) as Animation;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList,
  );
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.restoreAllMocks();
});

const show = (element: ReactElement) => act(() => root.render(element));
const press = (init: KeyboardEventInit) =>
  act(() => {
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
    );
  });
const line = (key: string) => place.querySelector<HTMLElement>(`[data-key="${key}"]`)!;
const headings = () => [...place.querySelectorAll('th')].map((cell) => cell.textContent);
const keys = () =>
  [...place.querySelectorAll<HTMLElement>('[data-key]')].map((row) => row.dataset.key).join('');

interface HostedProps {
  first?: Partial<TableView>;
  onOpen?: (row: Row) => void;
  columns?: Column<Row>[];
}

/** A panel with a table whose view settings are kept by a host. */
function Hosted({ first = {}, onOpen, columns: shown = columns }: HostedProps) {
  const [view, setView] = useState<TableView>({ sort: null, find: '', toggled: [], ...first });
  const host = useMemo<TableHost>(
    () => ({
      viewOf: () => view,
      changeView: (_name, change) => setView((before) => ({ ...before, ...change })),
      chooseDensity: () => {},
      copyTable: (content) => copied.push(content),
      copyText: (text) => texts.push(text),
      saveTable: () => {},
    }),
    [view],
  );
  return (
    <TableHostContext value={host}>
      <Panel title="Log" flush>
        <DataTable
          caption="Log"
          name="log"
          columns={shown}
          rows={list}
          rowKey={(row) => row.id}
          empty="nothing"
          nothingFound={(text) => <p>No {text}</p>}
          {...(onOpen && { onRowActivate: onOpen })}
        />
      </Panel>
    </TableHostContext>
  );
}

describe('a table with a host', () => {
  it('applies order, search and columns of the host', () => {
    show(
      <Hosted
        first={{ sort: { column: 'account', direction: 'descending' }, find: 'SVC', toggled: ['count'] }}
      />,
    );
    expect(headings()).toEqual(['Time', 'Service Account']);
    expect(keys()).toBe('20');
    expect(place.querySelector('[aria-sort]')!.getAttribute('aria-sort')).toBe('descending');
  });

  const withUser: Column<Row>[] = [
    ...columns,
    {
      id: 'user',
      header: 'Acting User',
      kind: 'mono',
      value: (row) => (row.id === '1' ? 'm.keller' : 'j.weber'),
      optional: true,
    },
  ];

  it('shows an optional column once it is chosen, or while a search finds something in it', () => {
    const usual = ['Time', 'Service Account', 'Count'];
    show(<Hosted columns={withUser} />);
    expect(headings()).toEqual(usual);
    show(<Hosted key="chosen" columns={withUser} first={{ toggled: ['user', 'count'] }} />);
    expect(headings()).toEqual(['Time', 'Service Account', 'Acting User']);
    show(<Hosted key="found" columns={withUser} first={{ find: 'Keller' }} />);
    expect(headings()).toEqual([...usual, 'Acting User']);
    expect(keys()).toBe('1');
    show(<Hosted key="elsewhere" columns={withUser} first={{ find: 'etl' }} />);
    expect(headings()).toEqual(usual);
    // Hidden default columns are not searched.
    show(<Hosted key="away" columns={columns} first={{ find: 'etl', toggled: ['account'] }} />);
    expect(place.textContent).toContain('No etl');
  });

  it('ignores an order by an unknown column', () => {
    show(<Hosted first={{ sort: { column: 'constructor', direction: 'ascending' } }} />);
    expect(keys()).toBe('012');
  });

  it('shows the nothing-found state, and reports a new order to the host', () => {
    show(<Hosted first={{ find: 'nobody' }} />);
    expect(place.textContent).toContain('No nobody');
    show(<Hosted key="again" />);
    act(() => place.querySelectorAll<HTMLElement>('th button')[1]!.click());
    expect(keys()).toBe('102');
  });

  it('puts its search box and menu into the panel header after the first paint', async () => {
    show(<Hosted />);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    const header = place.querySelector('header')!;
    expect(header.querySelector('[aria-label="Find in Log"]')).not.toBeNull();
    expect(header.querySelector('[aria-label="Options of Log"]')).not.toBeNull();
  });

  it('copies the focused row or value', () => {
    show(<Hosted />);
    act(() => line('0').focus());
    press({ key: 'c', ctrlKey: true });
    expect(copied).toEqual([{ headings: [], rows: [['2026-11-21T00:00:00.000Z', 'svc.billing', '0/720']] }]);
    press({ key: 'ArrowRight' });
    press({ key: 'ArrowRight' });
    press({ key: 'c', metaKey: true });
    expect(texts).toEqual(['svc.billing']);
  });

  it('copies the row when the focus is on a row action', () => {
    show(
      <Hosted columns={[columns[1]!, actionColumn<Row>(90, () => <button type="button">Remove</button>)]} />,
    );
    act(() => line('0').querySelector<HTMLElement>('td:last-child button')!.focus());
    press({ key: 'c', ctrlKey: true });
    expect(copied).toEqual([{ headings: [], rows: [['svc.billing']] }]);
    expect(texts).toEqual([]);
  });
});

it('a table without a host keeps its own order and offers no menu', () => {
  show(
    <Panel title="Log">
      <DataTable caption="Log" name="log" columns={columns} rows={list} rowKey={(row) => row.id} empty="" />
    </Panel>,
  );
  expect(place.querySelector('[aria-label="Options of Log"]')).toBeNull();
  act(() => place.querySelectorAll<HTMLElement>('th button')[1]!.click());
  expect(keys()).toBe('102');
});

it('a press on a row opens the row, a press on a name opens its details', () => {
  const opened: string[] = [];
  show(
    <NameOpener value={(kind, name) => opened.push(`${kind} ${name}`)}>
      <Hosted onOpen={(row) => opened.push(`row ${row.id}`)} />
    </NameOpener>,
  );
  act(() => line('1').querySelector<HTMLElement>('td:last-child')!.click());
  act(() => line('1').querySelector<HTMLElement>('button')!.click());
  act(() => line('2').focus());
  press({ key: 'Enter' });
  expect(opened).toEqual(['row 1', 'account service.etl', 'row 2']);
});

it('row actions are neither content nor values', () => {
  const withAction = [
    columns[1]!,
    actionColumn<Row>(90, (row) => <button type="button">Remove {row.id}</button>),
  ];
  expect(contentOf(withAction, list.slice(0, 1))).toEqual({
    headings: ['Service Account'],
    rows: [['svc.billing']],
  });
  show(<DataTable caption="Log" columns={withAction} rows={list} rowKey={(row) => row.id} empty="" />);
  expect(line('0').querySelector('td:last-child')!.textContent).toBe('Remove 0');
  expect([...place.querySelectorAll('th')].map((cell) => cell.querySelector('button') !== null)).toEqual([
    true,
    false,
  ]);
});

it('content holds machine-readable values, and search matches against it', () => {
  expect(contentOf(columns, list.slice(1, 2))).toEqual({
    headings: ['Time', 'Service Account', 'Count'],
    rows: [['2026-11-21T01:00:00.000Z', 'service.etl', '1000/720']],
  });
  expect(rowsWith(columns, list, ' ETL ').map(({ id }) => id)).toEqual(['1']);
  expect(rowsWith(columns, list, '000/720')).toHaveLength(2);
  expect(rowsWith(columns, list, ' ')).toBe(list);
});
