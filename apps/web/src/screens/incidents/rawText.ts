/** A raw line for display: the text and its language. */
export interface RawText {
  readonly language: 'XML' | 'JSON';
  /** As read by the agent: the XML without its envelope, or the JSON line. */
  readonly arrived: string;
  /** The same with line breaks and indents; all other characters are kept, including long numbers. */
  readonly formatted: string;
}

/** The raw text of an event from its line of a batch: `{"xml": "<Event…>"}`, or a JSON object. */
export function rawTextOf(line: string): RawText {
  const xml = xmlOf(line);
  return xml === null
    ? { language: 'JSON', arrived: line, formatted: indentJson(line) }
    : { language: 'XML', arrived: xml, formatted: indentXml(xml) };
}

function xmlOf(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('xml' in value)) return null;
    return typeof value.xml === 'string' ? value.xml : null;
  } catch {
    return null;
  }
}

/** A line break and two spaces per level, capped so that deep nesting does not grow the text quadratically. */
const indent = (depth: number): string => `\n${'  '.repeat(Math.min(depth, 20))}`;

/** Breaks between elements; text inside an element stays on its line. Linear in the length of the text. */
function indentXml(xml: string): string {
  const pieces = xml.match(/<[^<>]*>?|[^<]+/g) ?? [];
  let depth = 0;
  let out = '';
  for (const [index, piece] of pieces.entries()) {
    const closes = piece.startsWith('</');
    if (closes) depth = Math.max(0, depth - 1);
    const before = pieces[index - 1];
    // `<Data>text</Data>` and `<Data></Data>` stay together.
    const inline =
      before === undefined ||
      !piece.startsWith('<') ||
      !before.startsWith('<') ||
      (closes && isOpening(before));
    if (!inline) out += indent(depth);
    out += piece;
    if (isOpening(piece)) depth += 1;
  }
  return out;
}

const isOpening = (piece: string): boolean =>
  piece.startsWith('<') && !/^<[/?!]/.test(piece) && !piece.endsWith('/>');

/** Adds breaks and indents outside of strings. Does not parse, because numbers above 2^53 would change. */
function indentJson(json: string): string {
  let out = '';
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]!;
    if (inText) {
      out += character;
      if (character === '\\') {
        at += 1;
        out += json[at] ?? '';
      } else if (character === '"') inText = false;
      continue;
    }
    switch (character) {
      case '"':
        inText = true;
        out += character;
        break;
      case '{':
      case '[': {
        const closing = /^\s*[}\]]/.exec(json.slice(at + 1, at + 64));
        if (closing) {
          out += character + closing[0].trim();
          at += closing[0].length;
        } else {
          depth += 1;
          out += character + indent(depth);
        }
        break;
      }
      case '}':
      case ']':
        depth = Math.max(0, depth - 1);
        out += indent(depth) + character;
        break;
      case ',':
        out += `,${indent(depth)}`;
        break;
      case ':':
        out += ': ';
        break;
      default:
        if (!/\s/.test(character)) out += character;
    }
  }
  return out;
}

/** Characters that hide or reorder text: control characters except line break and tab, direction marks, zero-width characters. */
const DECEPTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A text with deceptive characters replaced by their code points, such as `‹U+202E›`. For display only, never copied. */
export function visible(text: string): string {
  return text.replace(
    DECEPTIVE,
    (character) => `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}
