import { type RefObject, useEffect, useRef } from 'react';

/** True while there is a text selection inside an element. Tracked by events, because querying a selection forces a layout. */
export function useMarkedIn(element: RefObject<Element | null>): RefObject<boolean> {
  const marked = useRef(false);
  useEffect(() => {
    const look = () => {
      const selection = document.getSelection();
      marked.current =
        !!selection && !selection.isCollapsed && element.current?.contains(selection.anchorNode) === true;
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [element]);
  return marked;
}

/**
 * The selected text of table rows as tab-separated lines. Null when the selection is within one cell or extends outside the rows.
 */
export function markedText(rows: Element): string | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!rows.contains(range.commonAncestorContainer)) return null;
  const lines = [...rows.querySelectorAll('tr')]
    .map((row) => [...row.querySelectorAll('td')].filter((cell) => range.intersectsNode(cell)))
    .filter((cells) => cells.length > 0);
  if (lines.flat().length < 2) return null;
  return lines.map((cells) => cells.map((cell) => textWithin(cell, range)).join('\t')).join('\n');
}

function textWithin(cell: Element, range: Range): string {
  const part = document.createRange();
  part.selectNodeContents(cell);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0)
    part.setEnd(range.endContainer, range.endOffset);
  return part.toString();
}
