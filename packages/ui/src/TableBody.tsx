import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useMemo } from 'react';
import type { Column } from './columns.ts';
import { cx } from './cx.ts';
import { ValueTabIndex } from './Mono.tsx';
import { markedText, useMarkedIn } from './markedText.ts';
import { TableRow } from './TableRow.tsx';
import { useLineOrder } from './useLineOrder.ts';
import { usePrinting } from './usePrinting.ts';
import { useRowEntrance } from './useRowEntrance.ts';
import { useRowFocus } from './useRowFocus.ts';
import { useRowSlots } from './useRowSlots.ts';

/** Rows beyond this many are drawn only while they are in sight. */
const VIRTUAL_ABOVE = 100;

interface TableBodyProps<Row> {
  /** In the order in which they are shown. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Height of a row in px; rows out of sight are counted, not measured. */
  rowHeight: number;
  /** Of what lies over the rows' top edge, in px. */
  headingHeight: number;
  folded: boolean;
  /** What scrolls, and its height in px at most. */
  scroller: RefObject<HTMLElement | null>;
  maxHeight: number;
  timeZone: string | undefined;
  onActivate: ((row: Row) => void) | undefined;
  /** Before the keys that move the focus; true when that was all. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean;
}

/** The rows of a table. Apart from it, because scrolling renders them again, and nothing else. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const {
    rows,
    rowKey,
    columns,
    rowHeight,
    headingHeight,
    folded,
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
    // The row that the Tab key stops at stays, also out of sight: whoever was in it has not lost their place.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), focus.current])],
  });
  const drawn = virtual ? virtualizer.getVirtualItems().map(({ index }) => index) : keys.map((_, n) => n);
  const body = useRowEntrance(keys);
  // What is marked belongs to lines, and would be lost with their places or say another row's words.
  const marked = useMarkedIn(body).current;
  const slots = useRowSlots(
    drawn.map((index) => keys[index]!),
    !marked,
  );
  // While rows scroll by, no line of the document changes its place; at rest they stand as they are read.
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
      style={{ height: virtual ? count * rowHeight : undefined }}
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
            folded={folded}
            current={index === focus.current}
            timeZone={timeZone}
            onActivate={onActivate}
          />
        ))}
      </ValueTabIndex>
    </tbody>
  );
}
