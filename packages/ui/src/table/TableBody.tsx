import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../base/cx.ts';
import { useRowsInFrames } from '../base/rendering.ts';
import { ValueTabIndex } from '../value/Mono.tsx';
import type { Column } from './columns.ts';
import { markedText, useMarkedIn } from './markedText.ts';
import { TableRow } from './TableRow.tsx';
import { useRowEntrance } from './useRowEntrance.ts';
import { useRowFocus } from './useRowFocus.ts';
import { useLineOrder, useRowSlots } from './useRowSlots.ts';

/** Tables with more rows render only the visible ones. */
const VIRTUAL_ABOVE = 100;

interface TableBodyProps<Row> {
  /** In display order. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Height of a row in px; hidden rows are not measured. */
  rowHeight: number;
  /** Height of the sticky heading, in px. */
  headingHeight: number;
  /** Labelled values side by side in a card; null in a row. */
  across: 1 | 2 | null;
  /** Replaces the labelled values of a card. */
  card: ((row: Row) => ReactNode) | undefined;
  /** The scrolling element, and its maximum height in px. */
  scroller: RefObject<HTMLElement | null>;
  maxHeight: number;
  timeZone: string | undefined;
  onActivate: ((row: Row) => void) | undefined;
  /** Runs before focus handling; returns true when it handled the key. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean;
}

/** The rows of a table; a separate component, so that scrolling renders only them. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const {
    rows,
    rowKey,
    columns,
    rowHeight,
    headingHeight,
    across,
    card,
    scroller,
    maxHeight,
    timeZone,
    onActivate,
  } = props;
  const printing = usePrinting();
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);

  const count = rows.length;
  const virtual = count > VIRTUAL_ABOVE && !printing;
  const focus = useRowFocus({
    keys,
    page: Math.max(1, Math.floor((maxHeight - headingHeight) / rowHeight) - 1),
    reveal: (index) => virtual && virtualizer.scrollToIndex(index, { align: 'auto' }),
  });
  const virtualizer = useVirtualizer({
    count,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 5,
    scrollPaddingEnd: headingHeight,
    initialRect: { width: 800, height: maxHeight },
    // Keeps the focusable row mounted while it is scrolled out of view.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), focus.current])],
  });
  const all = useRowsInFrames(keys, Math.ceil(maxHeight / rowHeight));
  const drawn = virtual ? virtualizer.getVirtualItems().map(({ index }) => index) : all.map((_, n) => n);
  const body = useRowEntrance(keys);
  // Reusing or moving lines would lose or change the selected text.
  const marked = useMarkedIn(body).current;
  const slots = useRowSlots(
    drawn.map((index) => keys[index]!),
    !marked,
  );
  // While scrolling, lines keep their DOM position; at rest the DOM order is the reading order.
  const lines = useLineOrder(
    drawn.map((index, n) => ({ index, slot: slots[n]! })),
    virtualizer.isScrolling && !marked,
  );

  return (
    <tbody
      ref={body}
      onKeyDown={(event) => props.onKeyDown(event) || focus.onKeyDown(event)}
      onFocus={focus.onFocus}
      onCopy={(event) => {
        const text = markedText(event.currentTarget);
        if (text === null) return;
        event.clipboardData.setData('text/plain', text);
        event.preventDefault();
      }}
      className={cx('block auto-rows-[inherit] grid-cols-[inherit]', virtual && 'relative contain-strict')}
      style={{ height: virtual || all.length < count ? count * rowHeight : undefined }}
    >
      <ValueTabIndex value={-1}>
        {lines.map(({ index, slot }) => (
          <TableRow
            key={slot}
            id={keys[index]!}
            index={index}
            row={rows[index]!}
            columns={columns}
            height={rowHeight}
            top={virtual ? index * rowHeight : null}
            last={index === count - 1}
            across={across}
            card={card}
            current={index === focus.current}
            timeZone={timeZone}
            onActivate={onActivate}
          />
        ))}
      </ValueTabIndex>
    </tbody>
  );
}

/** True while the page is being printed, when virtual rows must all be rendered. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser captures the page as soon as the listeners have returned.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}
