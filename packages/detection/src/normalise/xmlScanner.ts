import { decodeText } from './entities.ts';
import { Rejection } from './rejection.ts';

export const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const BANG = 0x21;
const QUESTION = 0x3f;
const EQUALS = 0x3d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/** Deeper than any event; protects the stack from hostile input. */
const DEPTH_LIMIT = 64;

/** Element names that are safe in an error message to the sender. */
const SAFE_NAME = /^[A-Za-z]{1,40}$/;

/** Letters, digits, `_ : - .`; all characters beyond ASCII count as letters, which is enough to separate names from markup. */
const NAME_CHARS = Uint8Array.from({ length: 128 }, (_, char) =>
  /[\w:.-]/.test(String.fromCharCode(char)) ? 1 : 0,
);

/** A piece of the XML text, as written. */
export type Piece = { start: number; end: number };

/**
 * Scans XML markup. For events, not for XML in general: strict about nesting, quoting and references, without document types and
 * namespaces. Every step moves forward only.
 */
export class XmlScanner {
  readonly xml: string;
  /** Current read position. */
  at: number;
  /** Name of the start tag read last, and true if it was empty (`<a/>`). */
  name = '';
  isEmpty = false;
  /** Value of that tag's Name or SystemTime, the only attributes used in events. */
  attribute: Piece | null = null;
  /** False after a comment, a CDATA section or an instruction, which plain values do not contain. */
  isPlain = true;

  constructor(xml: string) {
    this.xml = xml;
    this.at = xml.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  /** Moves past blanks, comments and declarations to the next tag; returns the character after its `<`. */
  nextTag(whatElse: string): number {
    const at = this.skipBlanks();
    if (this.xml.charCodeAt(at) !== LESS)
      throw this.fault(at < this.xml.length ? whatElse : 'it ends too early');
    return this.xml.charCodeAt(at + 1);
  }

  /** Moves past blanks, comments and declarations; returns the new position. */
  skipBlanks(): number {
    while (true) {
      while (isBlank(this.xml.charCodeAt(this.at))) this.at += 1;
      if (this.xml.charCodeAt(this.at) !== LESS) return this.at;
      const mark = this.xml.charCodeAt(this.at + 1);
      if (mark !== QUESTION && mark !== BANG) return this.at;
      if (this.#special(mark) !== '') throw this.fault('text between elements');
    }
  }

  /** Reads `<name attributes>` or `<name attributes/>`. */
  startTag(): void {
    const xml = this.xml;
    const start = this.at + 1;
    let at = endOfName(xml, start);
    if (at === start) throw this.fault('an element has no name');
    this.name = xml.slice(start, at);
    this.attribute = null;
    while (true) {
      const before = at;
      while (isBlank(xml.charCodeAt(at))) at += 1;
      const char = xml.charCodeAt(at);
      this.isEmpty = char === SLASH && xml.charCodeAt(at + 1) === GREATER;
      if (char === GREATER || this.isEmpty) {
        this.at = at + (this.isEmpty ? 2 : 1);
        return;
      }
      this.at = at;
      if (at === before) throw this.fault('a tag is not closed');
      at = this.#readAttribute(at);
    }
  }

  /** Reads the end tag of `name`. */
  endTag(name: string): void {
    const start = this.at + 2;
    let at = endOfName(this.xml, start);
    if (at - start !== name.length || !this.xml.startsWith(name, start)) throw this.#notClosed(name);
    while (isBlank(this.xml.charCodeAt(at))) at += 1;
    if (this.xml.charCodeAt(at) !== GREATER) throw this.#notClosed(name);
    this.at = at + 1;
  }

  /** Text of the element whose start tag was read; moves past its end tag. Ignores text of nested elements. */
  readText(name: string): string {
    if (this.isEmpty) return '';
    let text = '';
    while (true) {
      const start = this.at;
      this.#toNextMarkup(name);
      text += decodeText(this.xml.slice(start, this.at));
      const mark = this.xml.charCodeAt(this.at + 1);
      if (mark === SLASH) break;
      if (mark === BANG || mark === QUESTION) text += this.#special(mark);
      else {
        this.isPlain = false;
        this.startTag();
        this.skipElement(1);
      }
    }
    this.endTag(name);
    return text;
  }

  /** Moves past the end tag of the element whose start tag was read, skipping its content. */
  skipElement(depth = 0): void {
    if (this.isEmpty) return;
    if (depth > DEPTH_LIMIT) throw this.fault('elements are nested too deeply');
    const name = this.name;
    while (true) {
      this.#toNextMarkup(name);
      const mark = this.xml.charCodeAt(this.at + 1);
      if (mark === SLASH) break;
      if (mark === BANG || mark === QUESTION) this.#special(mark);
      else {
        this.startTag();
        this.skipElement(depth + 1);
      }
    }
    this.endTag(name);
  }

  /** @param what the fault, without text from the event */
  fault(what: string): Rejection {
    return new Rejection('not_an_event', `The XML is not an event: ${what} (at character ${this.at + 1})`);
  }

  /** Names of Windows events are safe in messages; others may hold any text of any length. */
  #notClosed(name: string): Rejection {
    return this.fault(`${SAFE_NAME.test(name) ? name : 'an element'} is not closed`);
  }

  #toNextMarkup(name: string): void {
    const next = this.xml.indexOf('<', this.at);
    if (next === -1) throw this.#notClosed(name);
    this.at = next;
  }

  /** Reads one `name="value"` from `start`; returns its end. */
  #readAttribute(start: number): number {
    const xml = this.xml;
    let at = endOfName(xml, start);
    const length = at - start;
    while (isBlank(xml.charCodeAt(at))) at += 1;
    if (length === 0 || xml.charCodeAt(at) !== EQUALS) throw this.fault('an attribute has no value');
    at += 1;
    while (isBlank(xml.charCodeAt(at))) at += 1;
    const quote = xml.charCodeAt(at);
    const end =
      quote === SINGLE_QUOTE
        ? xml.indexOf("'", at + 1)
        : quote === DOUBLE_QUOTE
          ? xml.indexOf('"', at + 1)
          : -1;
    if (end === -1) throw this.fault('an attribute is not quoted');
    const isWanted =
      length === 4 ? xml.startsWith('Name', start) : length === 10 && xml.startsWith('SystemTime', start);
    if (isWanted) this.attribute = { start: at + 1, end };
    return end + 1;
  }

  /**
   * Moves past an instruction or comment (returns ''), or a CDATA section (returns its text). Rejects document types: events
   * never have them, attacks may.
   */
  #special(mark: number): string {
    this.isPlain = false;
    const start = this.at;
    if (mark === QUESTION) return this.#skipPast('?>', 2);
    if (this.xml.startsWith('<!--', start)) return this.#skipPast('-->', 4);
    if (!this.xml.startsWith('<![CDATA[', start)) throw this.fault('declarations are not accepted');
    this.#skipPast(']]>', 9);
    return this.xml.slice(start + 9, this.at - 3);
  }

  #skipPast(mark: string, after: number): '' {
    const end = this.xml.indexOf(mark, this.at + after);
    if (end === -1) throw this.fault(`${mark} is missing`);
    this.at = end + mark.length;
    return '';
  }
}

function endOfName(xml: string, start: number): number {
  let at = start;
  for (
    let char = xml.charCodeAt(at);
    char < 128 ? NAME_CHARS[char] === 1 : char >= 128;
    char = xml.charCodeAt(at)
  )
    at += 1;
  return at;
}

function isBlank(char: number): boolean {
  return char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09;
}
