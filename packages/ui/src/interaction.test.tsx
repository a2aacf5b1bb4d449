// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Column, DataTable, Dialog, Mono, RollingNumber, SearchInput, Select } from './index.ts';
import { entranceDelay } from './table/useRowEntrance.ts';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let place: HTMLElement;
let animations: { key: string | undefined; delay: number }[];
let reduced: boolean;

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  animations = [];
  reduced = false;
  // happy-dom has no animations: calls are recorded.
  Element.prototype.animate = function animate(this: Element, _frames, options) {
    animations.push({
      key: (this as HTMLElement).dataset.key,
      delay: Number((options as KeyframeAnimationOptions).delay),
    });
    return {} as Animation;
  };
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: reduced, media: query }) as MediaQueryList,
  );
});

afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.restoreAllMocks();
});

const show = (element: ReactElement) => act(() => root.render(element));
const press = (key: string) =>
  act(() => {
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
  });
const focused = () =>
  (document.activeElement as HTMLElement).dataset.key ?? document.activeElement!.getAttribute('aria-label');

interface Row {
  id: string;
  account: string;
}
const columns: Column<Row>[] = [
  { id: 'id', header: 'Computer', kind: 'mono', value: (row) => row.id },
  { id: 'account', header: 'Service Account', kind: 'mono', value: (row) => row.account },
];
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id, account: `svc.${id}` }));
const table = (list: Row[]) => (
  <DataTable caption="Log" columns={columns} rows={list} rowKey={(row) => row.id} empty="nothing" />
);
const line = (key: string) => place.querySelector<HTMLElement>(`[data-key="${key}"]`)!;

describe('DataTable by keyboard', () => {
  it('moves between rows with arrows, Home and End, and stops at both ends', () => {
    show(table(rows('a', 'b', 'c', 'd')));
    act(() => line('a').focus());
    const path = ['ArrowUp', 'ArrowDown', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home'].map((key) => {
      press(key);
      return focused();
    });
    expect(path).toEqual(['a', 'b', 'c', 'd', 'd', 'c', 'a']);
  });

  it('enters the values of a row with the right arrow and leaves with the left arrow or Escape', () => {
    show(table(rows('a', 'b')));
    act(() => line('b').focus());
    const path = [
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'ArrowLeft',
      'ArrowLeft',
      'ArrowRight',
      'Escape',
    ].map((key) => {
      press(key);
      return focused();
    });
    expect(path).toEqual(['b', 'svc.b', 'svc.b', 'b', 'b', 'b', 'b']);
    expect(document.activeElement).toBe(line('b'));
  });

  it('keeps the focused row when rows arrive above it', () => {
    show(table(rows('a', 'b', 'c')));
    act(() => line('b').focus());
    show(table(rows('new', 'a', 'b', 'c')));
    expect(line('b').tabIndex).toBe(0);
    press('ArrowDown');
    expect(focused()).toBe('c');
  });

  it('sorts up, down, and back to the order of the rows', () => {
    show(table(rows('b', 'a', 'c')));
    const button = place.querySelector<HTMLElement>('th button')!;
    const order = () =>
      [...place.querySelectorAll<HTMLElement>('[data-key]')].map((row) => row.dataset.key).join('');
    const orders = [1, 2, 3].map(() => {
      act(() => button.click());
      return `${order()} ${button.closest('th')!.getAttribute('aria-sort')}`;
    });
    expect(orders).toEqual(['abc ascending', 'cba descending', 'bac null']);
  });
});

describe('entrance of rows', () => {
  it('is delayed by 40 ms per row, at most 400 ms', () => {
    expect([0, 1, 9, 10, 11, 200].map(entranceDelay)).toEqual([0, 40, 360, 400, 400, 400]);
  });

  it('animates every row once: first all, then new ones, none when sorted or filtered', () => {
    show(table(rows('a', 'b')));
    expect(animations).toEqual([
      { key: 'a', delay: 0 },
      { key: 'b', delay: 40 },
    ]);
    animations = [];
    show(table(rows('new', 'a', 'b')));
    expect(animations).toEqual([{ key: 'new', delay: 0 }]);
    animations = [];
    act(() => place.querySelector<HTMLElement>('th button')!.click());
    show(table(rows('a')));
    show(table(rows('new', 'a', 'b')));
    expect(animations).toEqual([]);
  });

  it('does nothing under reduced motion', () => {
    reduced = true;
    show(table(rows('a', 'b')));
    expect(animations).toEqual([]);
  });
});

describe('Mono', () => {
  it('copies the full value and confirms it', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    show(<Mono value="svc.ledger-reconciliation-nightly" />);
    await act(async () => place.querySelector('button')!.click());
    expect(write).toHaveBeenCalledWith('svc.ledger-reconciliation-nightly');
    expect(document.body.querySelector('[role="status"]')?.textContent).toBe('Copied');
  });

  it('reports when the browser blocks copying', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    show(<Mono value="PRD-SQL01" />);
    await act(async () => place.querySelector('button')!.click());
    expect(document.body.querySelector('[role="status"]')?.textContent).toBe('Copying is not allowed here');
  });
});

describe('RollingNumber', () => {
  const digits = () =>
    [...place.querySelectorAll('[aria-hidden] > span')].map((digit) => digit.className !== '');

  it('rolls changed digits, compared from the right, and keeps the full number for screen readers', () => {
    show(<RollingNumber value={999} />);
    expect(place.textContent).toBe('999');
    show(<RollingNumber value={1_000} />);
    expect(place.querySelector('.sr-only')!.textContent).toBe('1,000');
    show(<RollingNumber value={1_200} />);
    expect(digits()).toEqual([false, false, true, false, false]);
  });

  it('only changes the text under reduced motion, and on first render', () => {
    reduced = true;
    show(<RollingNumber value={1} />);
    show(<RollingNumber value={2} />);
    expect(place.innerHTML).toBe('<span>2</span>');
  });
});

describe('SearchInput', () => {
  it('has a labeled clear button while there is text, and handles Escape and Enter', () => {
    const onClear = vi.fn();
    const onSubmit = vi.fn();
    const search = (value: string) => (
      <SearchInput
        label="Service account"
        value={value}
        clearable={value !== 'all'}
        onValueChange={() => {}}
        onClear={onClear}
        onSubmit={onSubmit}
      />
    );
    show(search('all'));
    expect(place.querySelector('button')).toBeNull();
    show(search('svc'));
    act(() => place.querySelector<HTMLElement>('button[aria-label="Clear"]')!.click());
    act(() => place.querySelector('input')!.focus());
    press('Escape');
    expect(onClear).toHaveBeenCalledTimes(2);
    press('Enter');
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });
});

describe('a dialog', () => {
  it('gives the focus to its first field, also if that is a choice', async () => {
    show(
      <Dialog open onOpenChange={() => {}} title="Close this case">
        <Select
          label="What was it?"
          options={[{ value: 'misuse', label: 'Misuse' }]}
          value={null}
          onValueChange={() => {}}
        />
        <textarea aria-label="Why?" />
      </Dialog>,
    );
    await act(async () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
    expect(focused()).toBe('What was it?');
  });
});
