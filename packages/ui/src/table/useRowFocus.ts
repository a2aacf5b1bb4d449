import { type FocusEvent, type KeyboardEvent, useState } from 'react';

interface RowFocusOptions {
  /** The keys of all rows, in order. */
  keys: readonly string[];
  /** Rows that Page Up and Page Down move by. */
  page: number;
  /** Scrolls to a row that is not rendered. */
  reveal: (index: number) => void;
}

const values = '[data-value], button, a[href]';

/**
 * A roving tab index for a table: arrows, Page keys, Home and End move between rows; the right arrow enters a row's values, the left
 * arrow goes back, Escape returns to the row.
 */
export function useRowFocus({ keys, page, reveal }: RowFocusOptions) {
  const [chosen, setChosen] = useState<string | null>(null);
  const count = keys.length;
  // A key, not an index, so that new rows above do not move the focus.
  const current = chosen === null ? 0 : Math.max(0, keys.indexOf(chosen));

  const go = (index: number, body: HTMLElement) => {
    const next = Math.max(0, Math.min(count - 1, index));
    setChosen(keys[next] ?? null);
    const find = () => body.querySelector<HTMLElement>(`[data-row="${next}"]`);
    const drawn = find();
    if (drawn) {
      drawn.focus({ preventScroll: true });
      drawn.scrollIntoView({ block: 'nearest' });
      return;
    }
    reveal(next);
    // The virtualizer renders after the scroll event, which comes before the second frame.
    requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus({ preventScroll: true })));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const body = event.currentTarget;
    const target = event.target as HTMLElement;
    const line = target.closest<HTMLElement>('[data-row]');
    if (!line) return;
    const row = Number(line.dataset.row);
    const moves: Record<string, number> = {
      ArrowDown: row + 1,
      ArrowUp: row - 1,
      PageDown: row + page,
      PageUp: row - page,
      Home: 0,
      End: count - 1,
    };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      go(move, body);
      return;
    }
    const inside = Array.from(line.querySelectorAll<HTMLElement>(values));
    const at = inside.indexOf(target);
    if (event.key === 'ArrowRight') inside[Math.min(at + 1, inside.length - 1)]?.focus();
    else if (event.key === 'ArrowLeft' && at >= 0) (inside[at - 1] ?? line).focus();
    else if (event.key === 'Escape' && at >= 0) line.focus();
    else return;
    event.preventDefault();
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const line = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (line) setChosen(line.dataset.key ?? null);
  };

  return { current, onKeyDown, onFocus };
}
