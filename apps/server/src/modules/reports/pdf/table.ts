import { INK, PAGE, type Sheet, type TextStyle, WIDTH } from './sheet.ts';

export interface PdfColumn<Row> {
  readonly title: string;
  /** Points. */
  readonly width: number;
  readonly text: (row: Row) => string;
  readonly face?: TextStyle['face'];
  readonly align?: 'left' | 'right';
  /** Maximum lines of a cell. Default 1. */
  readonly lines?: number;
  readonly color?: (row: Row) => string;
  /** A bar from the cell's left; 1 fills the cell. */
  readonly share?: (row: Row) => number;
}

export interface TablePlace {
  /** Left edge. */
  readonly x?: number;
}

const SIZE = 8.5;
const LINE = 12;
const PADDING = 5;
const GAP = 12;
const HEAD = 20;

/** A heading with enough space below that it does not end a page. */
export function heading(sheet: Sheet, text: string, { x = PAGE.left, width = WIDTH, below = 60 } = {}): void {
  sheet.reserveHeight(26 + below);
  sheet.element('H2', () => sheet.line(text, x, sheet.y, width, { face: 'strong', size: 11 }));
  sheet.y += 20;
}

/** Lines in the text font. */
export function paragraph(sheet: Sheet, text: string, { most = 6, color = INK.muted as string } = {}): void {
  const lines = sheet.wrap(text, WIDTH, most);
  sheet.reserveHeight(lines.length * 13);
  sheet.element('P', () => {
    for (const [index, line] of lines.entries())
      sheet.line(line, PAGE.left, sheet.y + index * 13, WIDTH, { color });
  });
  sheet.y += lines.length * 13 + 4;
}

/** A table at the current position; its head is repeated on each page, and rows are not split. */
export function table<Row>(
  sheet: Sheet,
  columns: readonly PdfColumn<Row>[],
  rows: readonly Row[],
  { x = PAGE.left }: TablePlace = {},
): void {
  const width = columns.reduce((sum, column) => sum + column.width + GAP, -GAP);
  const lefts = columns.map((_, index) =>
    columns.slice(0, index).reduce((left, column) => left + column.width + GAP, x),
  );

  const headCell = ({ title, width: cell, align }: PdfColumn<Row>, index: number) =>
    sheet.line(title, lefts[index]!, sheet.y, cell, {
      size: 7.5,
      color: INK.faint,
      ...(align && { align }),
    });
  const underHead = () => {
    sheet.decoration(() => sheet.rule(x, sheet.y + 14, width, INK.axis));
    sheet.y += HEAD;
  };

  sheet.reserveHeight(HEAD + LINE + 2 * PADDING);
  sheet.group('Table', () => {
    sheet.group('TR', () => {
      for (const [index, column] of columns.entries())
        sheet.element('TH', () => headCell(column, index), { scope: 'Column' });
    });
    underHead();
    for (const row of rows) {
      const cells = columns.map((column) => {
        const style = { size: SIZE, ...(column.face && { face: column.face }) };
        const text = column.text(row);
        return (column.lines ?? 1) > 1 ? sheet.wrap(text, column.width, column.lines!, style) : [text];
      });
      const height = Math.max(...cells.map((lines) => lines.length)) * LINE + PADDING;
      if (sheet.reserveHeight(height)) {
        sheet.decoration(() => columns.forEach(headCell));
        underHead();
      }
      sheet.group('TR', () => {
        for (const [index, column] of columns.entries()) {
          const { share, color, face, align } = column;
          if (share)
            sheet.decoration(() =>
              sheet.bar(lefts[index]!, sheet.y + 1, column.width * share(row), 8, INK.blue),
            );
          sheet.element('TD', () => {
            for (const [number, line] of cells[index]!.entries())
              sheet.line(line, lefts[index]!, sheet.y + number * LINE, column.width, {
                size: SIZE,
                ...(face && { face }),
                ...(align && { align }),
                ...(color && { color: color(row) }),
              });
          });
        }
      });
      sheet.y += height;
      sheet.decoration(() => sheet.rule(x, sheet.y - 3, width));
      sheet.y += 2;
    }
  });
  sheet.y += 12;
}
