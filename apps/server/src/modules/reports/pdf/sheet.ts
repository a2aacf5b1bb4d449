import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { type Face, fontData, runsOf } from './fonts.ts';

/** The light theme of the product. */
export const INK = {
  content: '#191c22',
  muted: '#4c5057',
  faint: '#64686f',
  hairline: '#e1e3e6',
  grid: '#eaebed',
  axis: '#bcbec2',
  accent: '#2164ae',
  blue: '#3e7fc3',
  red: '#cb4a45',
  severities: { critical: '#970525', high: '#bc2122', medium: '#935a0f', low: '#52677a' },
} as const;

/** Points. */
export const PAGE = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 64, bottom: 786 } as const;
export const WIDTH = PAGE.right - PAGE.left;

export interface TextStyle {
  readonly face?: Face;
  readonly size?: number;
  readonly color?: string;
  readonly align?: 'left' | 'right';
}

type Tag = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Figure';

/** An open PDF: draws down the page and continues on the next one. Lengths are points. */
export interface Sheet {
  /** Position of the next block, from the top of the page. */
  y: number;
  /** Ensures space for this height; otherwise starts a new page. @returns true for a new page */
  reserveHeight(height: number): boolean;
  /** Adds an accessible element; everything drawn by `draw` is its content. */
  element(tag: Tag, draw: () => void, options?: { alt?: string; scope?: 'Column' | 'Row' }): void;
  /** The same for nested elements. */
  group(tag: 'Table' | 'TR' | 'Sect', work: () => void): void;
  /** Draws purely visual parts, such as lines. */
  decoration(draw: () => void): void;
  /** Draws one line, shortened in the middle if wider than `width`. @returns its width */
  line(text: string, x: number, y: number, width: number, style?: TextStyle): number;
  /** Breaks a text into lines of at most this width, with the last one shortened. */
  wrap(text: string, width: number, most: number, style?: TextStyle): string[];
  rule(x: number, y: number, width: number, color?: string): void;
  column(x: number, top: number, bottom: number, color?: string): void;
  bar(x: number, y: number, width: number, height: number, color: string): void;
}

export interface SheetOptions {
  readonly title: string;
  /** Text at the left of each page's footer. */
  readonly foot: string;
  readonly made: Date;
  /** Keywords in the document's properties, in addition to its title. */
  readonly keywords?: string;
}

/**
 * Font features that are off, everywhere that text is measured or set: each glyph is that of its own character, with kerning alone.
 * Names are drawn as they are spelled, without `->` as an arrow; and the layout engine throws in some of the monospace font's
 * ligatures (`--`, `://`, `www.`) and at some of its combining marks.
 */
const UNJOINED = Object.fromEntries(
  [
    'calt',
    'ccmp',
    'clig',
    'curs',
    'dnom',
    'frac',
    'liga',
    'locl',
    'ltra',
    'ltrm',
    'mark',
    'mkmk',
    'numr',
    'rclt',
    'rlig',
    'rvrn',
  ].map((feature) => [feature, false]),
);
/** PDFKit passes this to the layout engine, which also accepts features to be left out; its types know only lists of names. */
const SETTING = { features: UNJOINED as unknown as PDFKit.Mixins.OpenTypeFeatures[] };

/** Longest text that is measured; the middle of a longer one is left out, which no line has space for. */
const LINE_LIMIT = 2_000;

/** Distance from the top of a line to its baseline, relative to the size. */
const ASCENT = 0.96;

/** Draws a tagged PDF with selectable text. */
export async function drawSheet(
  { title, foot, made, keywords }: SheetOptions,
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: runsOf(title, 'words')
        .map(({ text }) => text)
        .join(''),
      Creator: 'Scout',
      CreationDate: made,
      ModDate: made,
      ...(keywords !== undefined && { Keywords: keywords }),
    },
  });
  const done = buffer(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  let parent = root;

  const registered = new Set<string>();
  const setFont = (font: string, size: number) => {
    if (!registered.has(font)) {
      doc.registerFont(font, fontData(font));
      registered.add(font);
    }
    doc.font(font, size);
  };
  const widths = new Map<string, number>();
  /** Words are frequently repeated: the width of each is measured once, at size 1. */
  const widthOf = (text: string, face: Face, size: number): number => {
    const key = `${face} ${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      width = 0;
      for (const run of runsOf(text, face)) {
        setFont(run.font, 1);
        width += doc.widthOfString(run.text, SETTING);
      }
      widths.set(key, width);
    }
    return width * size;
  };

  /** The text, or its start and end around an ellipsis. */
  function fit(text: string, width: number, face: Face, size: number): string {
    const short =
      text.length <= LINE_LIMIT ? text : `${text.slice(0, LINE_LIMIT / 2)}…${text.slice(-LINE_LIMIT / 2)}`;
    const shown = runsOf(short, face)
      .map((run) => run.text)
      .join('');
    if (widthOf(shown, face, size) <= width) return shown;
    const points = Array.from(shown);
    const cut = (kept: number) =>
      `${points.slice(0, Math.ceil(kept / 2)).join('')}…${points.slice(points.length - Math.floor(kept / 2)).join('')}`;
    let low = 0;
    let high = Math.min(points.length - 1, 400);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (widthOf(cut(middle), face, size) <= width) low = middle;
      else high = middle - 1;
    }
    return cut(low);
  }

  /** A word, split into pieces that each fit on a line. */
  function pieces(word: string, width: number, face: Face, size: number): string[] {
    if (widthOf(word, face, size) <= width) return [word];
    const found: string[] = [];
    let piece = '';
    for (const point of word) {
      if (piece !== '' && widthOf(piece, face, size) + widthOf(point, face, size) > width) {
        found.push(piece);
        piece = '';
      }
      piece += point;
    }
    return [...found, piece];
  }

  const sheet: Sheet = {
    y: PAGE.top,
    reserveHeight(height) {
      if (sheet.y + height <= PAGE.bottom) return false;
      doc.addPage();
      sheet.y = PAGE.top;
      return true;
    },
    element(tag, work, options = {}) {
      parent.add(doc.struct(tag, options as PDFKit.Mixins.StructureElementOptions, [work]));
    },
    group(tag, work) {
      const outer = parent;
      const group = doc.struct(tag);
      outer.add(group);
      parent = group;
      work();
      group.end();
      parent = outer;
    },
    decoration(work) {
      doc.markContent('Artifact', { type: 'Layout' });
      work();
      doc.endMarkedContent();
    },
    line(text, x, y, width, { face = 'words', size = 9, color = INK.content, align = 'left' } = {}) {
      const shown = fit(text, width, face, size);
      const taken = widthOf(shown, face, size);
      let at = align === 'right' ? x + width - taken : x;
      for (const run of runsOf(shown, face)) {
        setFont(run.font, size);
        // All fonts on one line.
        const baseline = y + size * ASCENT;
        doc
          .fillColor(color)
          .text(run.text, at, baseline, { ...SETTING, lineBreak: false, baseline: 'alphabetic' });
        at += doc.widthOfString(run.text, SETTING);
      }
      return taken;
    },
    wrap(text, width, most, { face = 'words', size = 9 } = {}) {
      const words = runsOf(text.slice(0, 4_000), face)
        .map((run) => run.text)
        .join('')
        .split(' ')
        .flatMap((word) => pieces(word, width, face, size));
      const lines: string[] = [];
      const space = widthOf(' ', face, size);
      let line = '';
      let taken = 0;
      for (const word of words) {
        const wide = widthOf(word, face, size);
        if (line === '' || taken + space + wide <= width) {
          taken += (line === '' ? 0 : space) + wide;
          line = line === '' ? word : `${line} ${word}`;
          continue;
        }
        lines.push(line);
        if (lines.length === most) {
          lines[most - 1] = fit(`${line} …`, width, face, size);
          return lines;
        }
        line = word;
        taken = wide;
      }
      return [...lines, line];
    },
    rule(x, y, width, color = INK.hairline) {
      doc
        .lineWidth(0.5)
        .strokeColor(color)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke();
    },
    column(x, top, bottom, color = INK.hairline) {
      doc.lineWidth(0.5).strokeColor(color).moveTo(x, top).lineTo(x, bottom).stroke();
    },
    bar(x, y, width, height, color) {
      if (width > 0 && height > 0) doc.fillColor(color).rect(x, y, width, height).fill();
    },
  };

  draw(sheet);
  root.end();
  const { start, count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(start + page);
    doc.markContent('Artifact', { type: 'Pagination' });
    sheet.rule(PAGE.left, 800, WIDTH);
    const small = { size: 7.5, color: INK.faint };
    sheet.line(foot, PAGE.left, 807, WIDTH - 80, small);
    sheet.line(`${page + 1} of ${count}`, PAGE.right - 70, 807, 70, { ...small, align: 'right' });
    doc.endMarkedContent();
  }
  doc.end();
  return done;
}
