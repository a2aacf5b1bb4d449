// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Column, DataTable } from '../index.ts';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

/** A virtual table: 36 px per row, ten rows visible. */
const ids = Array.from({ length: 500 }, (_, n) => `row ${n}`);
const columns: Column<string>[] = [
  { id: 'id', header: 'Id', kind: 'text', value: (id) => id },
  { id: 'again', header: 'Again', kind: 'mono', value: (id) => `${id}!` },
];

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  Element.prototype.animate = () => ({}) as Animation;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: true, media: query }) as MediaQueryList,
  );
  // happy-dom has no layout.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: (entries: object[]) => void;
      constructor(tell: (entries: object[]) => void) {
        this.#tell = tell;
      }
      observe() {
        this.#tell([{ contentRect: { width: 800, height: 360 } }]);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(360);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  show(ids);
});
afterEach(() => {
  document.getSelection()?.removeAllRanges();
  act(() => root.unmount());
  place.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const show = (rows: readonly string[]) =>
  act(() =>
    root.render(
      <DataTable
        caption="Log"
        columns={columns}
        rows={rows}
        rowKey={(id) => id}
        maxHeight={360}
        empty="nothing"
      />,
    ),
  );
const lines = () => [...place.querySelectorAll<HTMLElement>('[data-row]')];
const indexes = () => lines().map((line) => Number(line.dataset.row));
const line = (index: number) => place.querySelector<HTMLElement>(`[data-row="${index}"]`)!;
/** Scrolls to a row at the top edge; scrolling ends when no scroll event comes for a while. */
const scrollTo = (row: number) =>
  act(() => {
    const scroller = place.querySelector('table')!.parentElement!;
    scroller.scrollTop = row * 36;
    scroller.dispatchEvent(new Event('scroll'));
  });
const rest = () => act(() => vi.advanceTimersByTime(1_000));
const mark = (from: Node, to: Node) => {
  const range = document.createRange();
  range.setStart(from, 0);
  range.setEnd(to, to.childNodes.length);
  document.getSelection()!.removeAllRanges();
  document.getSelection()!.addRange(range);
};
const isSorted = (numbers: number[]) => numbers.every((number, n) => n === 0 || numbers[n - 1]! < number);

it('a table of at most a hundred rows has all of them after its first frame', () => {
  const rows = ids.slice(0, 100);
  act(() => root.unmount());
  root = createRoot(place);
  show(rows);
  act(() => void vi.runAllTimers());
  expect(indexes()).toEqual(rows.map((_, index) => index));
});

describe('lines of a virtual table', () => {
  it('match the visible rows, and are reused after scrolling', () => {
    const before = lines();
    expect(before.length).toBeLessThan(30);
    scrollTo(3);
    expect(indexes()).toContain(13);
    expect(before.filter((each) => !each.isConnected)).toEqual([]);
    scrollTo(300);
    expect(indexes()).toContain(305);
    expect(before.filter((each) => !each.isConnected).length).toBeLessThan(3);
  });

  it('keep their DOM order while scrolling, and are in reading order at rest', () => {
    scrollTo(100);
    rest();
    const before = lines();
    scrollTo(97);
    expect(indexes()).toContain(97);
    expect(lines().slice(0, before.length)).toEqual(before);
    expect(isSorted(indexes())).toBe(false);
    rest();
    expect(isSorted(indexes())).toBe(true);
  });

  it('have the text and key of their row', () => {
    scrollTo(200);
    for (const each of lines()) {
      const id = ids[Number(each.dataset.row)]!;
      expect([each.dataset.key, each.textContent]).toEqual([id, `${id}${id}!`]);
    }
  });

  it.each([
    ['at the top', 0],
    ['at the end', 490],
    ['far away', 250],
  ])('keep the focus on a row out of sight, also where fewer are in sight: %s', (_, to) => {
    scrollTo(120);
    rest();
    // The last created line: there are fewer lines at both ends.
    const focused = lines().at(-1)!;
    const key = focused.dataset.key;
    act(() => focused.focus());
    scrollTo(to);
    rest();
    expect(document.activeElement).toBe(focused);
    expect(focused.dataset.key).toBe(key);
    expect(focused.tabIndex).toBe(0);
  });

  it('keep a text selection, and are not reused meanwhile', () => {
    scrollTo(100);
    rest();
    const kept = [102, 103].map(line);
    mark(kept[0]!.querySelector('td')!, kept[1]!.querySelector('td')!);
    scrollTo(97);
    rest();
    expect([102, 103].map(line)).toEqual(kept);
    expect(document.getSelection()!.toString()).toContain('row 103');
    scrollTo(300);
    expect(kept.map((each) => each.isConnected)).toEqual([false, false]);
  });
});

describe('text selected across rows', () => {
  const copy = (at: Element) => {
    const data = new Map<string, string>();
    const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
      clipboardData: { setData: (type: string, text: string) => data.set(type, text) },
    });
    act(() => void at.dispatchEvent(event));
    return data.get('text/plain') ?? null;
  };
  const cell = (index: number, column: string) => line(index).querySelector(`[data-column="${column}"]`)!;

  it.each<[string, [number, string], [number, string], string | null]>([
    ['cells of two rows', [0, 'again'], [1, 'id'], 'row 0!\nrow 1'],
    ['two rows', [0, 'id'], [1, 'again'], 'row 0\trow 0!\nrow 1\trow 1!'],
    ['one value, as the browser does', [0, 'id'], [0, 'id'], null],
  ])('is copied with tabs between cells: %s', (_, from, to, text) => {
    mark(cell(...from), cell(...to));
    expect(copy(cell(...from))).toBe(text);
  });

  it('is left to the browser when it extends outside the table', () => {
    mark(cell(0, 'id'), place);
    expect(copy(cell(0, 'id'))).toBe(null);
  });
});
