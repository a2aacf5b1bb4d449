/** How a raw line is shown: the text itself and what it is written in. */
export interface RawText {
  readonly language: 'XML' | 'JSON';
  /** As the agent read it: the XML out of its envelope, or the JSON line. */
  readonly arrived: string;
  /** The same with line breaks and indents; no character else is changed, so a long number stays what it is. */
  readonly formatted: string;
}

/** The raw text of an event out of its line of a batch: `{"xml": "<Event…>"}`, or a JSON object. */
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

/** A line break and two blanks a level; a text that is nested without end does not grow with the square of its depth. */
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

/** Breaks and indents outside of texts. Not by parsing: a number beyond 2^53 would come back as another. */
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

/** Characters that hide, turn round or forge what stands beside them: controls but line break and tab, marks of direction, zero widths. */
const DECEPTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A text as it may be looked at: what would deceive the eye stands there by its number, such as `‹U+202E›`. Only shown, never copied. */
export function visible(text: string): string {
  return text.replace(
    DECEPTIVE,
    (character) => `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}
