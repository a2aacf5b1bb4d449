import { decodeText } from './entities.ts';
import { DATA_NAMES, type DataName, emptyRawEvent, type RawEvent } from './rawEvent.ts';
import { Rejection } from './rejection.ts';

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const EQUALS = 0x3d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/** Deeper than any event; a limit keeps a hostile one from growing the stack. */
const DEPTH_LIMIT = 64;

/** Wanted names by their length: two comparisons at most, without cutting the name out of the text. */
const NAMES_BY_LENGTH: readonly (readonly DataName[])[] = Array.from({ length: 18 }, (_, length) =>
  DATA_NAMES.filter((name) => name.length === length),
);

/**
 * Reads the XML of one Windows event as `wevtutil` prints it: with or without declaration, byte order mark and `<Events>` around it,
 * attributes in either kind of quotes. It is a reader for events, not for XML at large: strict about nesting, quoting and
 * references, without document types and namespaces. Takes time linear in the text's length.
 *
 * @throws Rejection not_an_event when the text is not well-formed or holds no event, or more than one
 */
export function readEventXml(xml: string): RawEvent {
  return new EventReader(xml).read();
}

class EventReader {
  readonly #xml: string;
  /** Where reading goes on. */
  #at = 0;
  /** Of the start tag read last: its name, whether it was empty (`<a/>`), its Name or SystemTime as written. */
  #name = '';
  #isEmpty = false;
  #attribute: string | null = null;

  constructor(xml: string) {
    this.#xml = xml;
  }

  read(): RawEvent {
    if (this.#xml.charCodeAt(0) === 0xfeff) this.#at = 1;
    this.#startTagAfterBlanks();
    const isWrapped = this.#name === 'Events';
    if (isWrapped) {
      if (this.#isEmpty) throw this.#fault('there is no event inside');
      this.#startTagAfterBlanks();
    }
    if (this.#name !== 'Event') throw this.#fault('the element is no Event');
    const event = this.#readEvent();
    if (isWrapped) {
      if (this.#nextMarkup('text between elements') !== SLASH)
        throw this.#fault('there is more than one event');
      this.#endTag('Events');
    }
    if (this.#skipBlanks() < this.#xml.length) throw this.#fault('something follows the event');
    return event;
  }

  #readEvent(): RawEvent {
    const event = emptyRawEvent();
    if (this.#isEmpty) return event;
    while (this.#nextMarkup('text between elements') !== SLASH) {
      this.#startTag();
      if (this.#isEmpty) continue;
      if (this.#name === 'System') this.#readSystem(event);
      else if (this.#name === 'EventData') this.#readEventData(event);
      else this.#skipElement(this.#name, 1);
    }
    this.#endTag('Event');
    return event;
  }

  #readSystem(event: RawEvent): void {
    while (this.#nextMarkup('text in System') !== SLASH) {
      this.#startTag();
      const attribute = this.#attribute;
      switch (this.#name) {
        case 'Provider':
          event.provider = attribute === null ? null : decodeText(attribute);
          this.#readText('Provider');
          break;
        case 'TimeCreated':
          event.time = attribute === null ? null : decodeText(attribute);
          this.#readText('TimeCreated');
          break;
        case 'EventID':
          event.eventId = this.#readText('EventID');
          break;
        case 'EventRecordID':
          event.recordId = this.#readText('EventRecordID');
          break;
        case 'Computer':
          event.computer = this.#readText('Computer');
          break;
        default:
          if (!this.#isEmpty) this.#skipElement(this.#name, 2);
      }
    }
    this.#endTag('System');
  }

  #readEventData(event: RawEvent): void {
    while (true) {
      if (this.#readPlainData(event)) continue;
      if (this.#nextMarkup('text in EventData') === SLASH) break;
      this.#startTag();
      const name = this.#name === 'Data' ? this.#attribute : null;
      const wanted = name === null ? undefined : wantedName(name, 0, name.length);
      if (wanted === undefined) {
        if (!this.#isEmpty) this.#skipElement(this.#name, 2);
      } else event[wanted] ??= this.#readText('Data');
    }
    this.#endTag('EventData');
  }

  /** The shape of nearly every element, `<Data Name='…'>text</Data>`, without the detours of the general reader. */
  #readPlainData(event: RawEvent): boolean {
    const xml = this.#xml;
    const at = this.#at;
    if (!xml.startsWith('<Data Name=', at)) return false;
    const quote = xml.charCodeAt(at + 11);
    if (quote !== SINGLE_QUOTE && quote !== DOUBLE_QUOTE) return false;
    let nameEnd = at + 12;
    for (let char = xml.charCodeAt(nameEnd); char !== quote; char = xml.charCodeAt(++nameEnd)) {
      if (char === LESS || Number.isNaN(char)) return false;
    }
    if (xml.charCodeAt(nameEnd + 1) !== GREATER) return false;
    const start = nameEnd + 2;
    const end = xml.indexOf('<', start);
    if (end === -1 || !xml.startsWith('</Data>', end)) return false;
    const wanted = wantedName(xml, at + 12, nameEnd);
    if (wanted !== undefined) event[wanted] ??= decodeText(xml.slice(start, end));
    this.#at = end + 7;
    return true;
  }

  /** The text of the element whose start tag was read, up to and with its end tag; text of elements inside it does not count. */
  #readText(name: string): string {
    if (this.#isEmpty) return '';
    const end = this.#xml.indexOf('<', this.#at);
    if (end === -1) throw this.#fault(`${name} is not closed`);
    let text = decodeText(this.#xml.slice(this.#at, end));
    this.#at = end;
    while (true) {
      switch (this.#xml.charCodeAt(this.#at + 1)) {
        case SLASH:
          this.#endTag(name);
          return text;
        case BANG:
          text += this.#comment() ?? '';
          break;
        case QUESTION:
          this.#skipPast('?>');
          break;
        default:
          this.#startTag();
          if (!this.#isEmpty) this.#skipElement(this.#name, 3);
      }
      const next = this.#xml.indexOf('<', this.#at);
      if (next === -1) throw this.#fault(`${name} is not closed`);
      text += decodeText(this.#xml.slice(this.#at, next));
      this.#at = next;
    }
  }

  /** Past the end tag of the element whose start tag was read, whatever is inside. */
  #skipElement(name: string, depth: number): void {
    if (depth > DEPTH_LIMIT) throw this.#fault('elements are nested too deeply');
    while (true) {
      const next = this.#xml.indexOf('<', this.#at);
      if (next === -1) throw this.#fault(`${name} is not closed`);
      this.#at = next;
      switch (this.#xml.charCodeAt(next + 1)) {
        case SLASH:
          this.#endTag(name);
          return;
        case BANG:
          this.#comment();
          break;
        case QUESTION:
          this.#skipPast('?>');
          break;
        default:
          this.#startTag();
          if (!this.#isEmpty) this.#skipElement(this.#name, depth + 1);
      }
    }
  }

  #startTagAfterBlanks(): void {
    if (this.#nextMarkup('text before the event') === SLASH) throw this.#fault('an end tag has no start');
    this.#startTag();
  }

  /** Moves past blanks, comments and declarations to the next tag; returns the character after its `<`. */
  #nextMarkup(whatElse: string): number {
    const at = this.#skipBlanks();
    if (this.#xml.charCodeAt(at) !== LESS)
      throw this.#fault(at < this.#xml.length ? whatElse : 'it ends too early');
    return this.#xml.charCodeAt(at + 1);
  }

  #skipBlanks(): number {
    const xml = this.#xml;
    while (true) {
      while (isBlank(xml.charCodeAt(this.#at))) this.#at += 1;
      if (xml.charCodeAt(this.#at) !== LESS) return this.#at;
      const mark = xml.charCodeAt(this.#at + 1);
      if (mark === QUESTION) this.#skipPast('?>');
      else if (mark !== BANG) return this.#at;
      else if (this.#comment() !== null) throw this.#fault('text between elements');
    }
  }

  /** Reads `<name attributes>`; keeps the value of Name and of SystemTime, the only attributes that Scout wants. */
  #startTag(): void {
    const xml = this.#xml;
    const start = this.#at + 1;
    let at = start;
    while (isNameChar(xml.charCodeAt(at))) at += 1;
    if (at === start) throw this.#fault('an element has no name');
    this.#name = xml.slice(start, at);
    this.#attribute = null;
    while (true) {
      const before = at;
      while (isBlank(xml.charCodeAt(at))) at += 1;
      const char = xml.charCodeAt(at);
      if (char === GREATER) {
        this.#isEmpty = false;
        this.#at = at + 1;
        return;
      }
      if (char === SLASH && xml.charCodeAt(at + 1) === GREATER) {
        this.#isEmpty = true;
        this.#at = at + 2;
        return;
      }
      this.#at = at;
      if (at === before) throw this.#fault('a tag is not closed');
      at = this.#readAttribute(at);
    }
  }

  /** Reads one `name="value"` from `start`; returns where it ends. */
  #readAttribute(start: number): number {
    const xml = this.#xml;
    let at = start;
    while (isNameChar(xml.charCodeAt(at))) at += 1;
    const length = at - start;
    while (isBlank(xml.charCodeAt(at))) at += 1;
    if (length === 0 || xml.charCodeAt(at) !== EQUALS) throw this.#fault('an attribute has no value');
    at += 1;
    while (isBlank(xml.charCodeAt(at))) at += 1;
    const quote = xml.charCodeAt(at);
    const end =
      quote === SINGLE_QUOTE
        ? xml.indexOf("'", at + 1)
        : quote === DOUBLE_QUOTE
          ? xml.indexOf('"', at + 1)
          : -1;
    if (end === -1) throw this.#fault('an attribute is not quoted');
    const isWanted =
      length === 4 ? xml.startsWith('Name', start) : length === 10 && xml.startsWith('SystemTime', start);
    if (isWanted) this.#attribute = xml.slice(at + 1, end);
    return end + 1;
  }

  #endTag(name: string): void {
    const xml = this.#xml;
    let at = this.#at + 2 + name.length;
    if (!xml.startsWith(name, this.#at + 2)) throw this.#fault(`${name} is not closed`);
    while (isBlank(xml.charCodeAt(at))) at += 1;
    if (xml.charCodeAt(at) !== GREATER) throw this.#fault(`${name} is not closed`);
    this.#at = at + 1;
  }

  /** Past a comment (null) or a CDATA section (its text). Document types are refused: events have none, attacks do. */
  #comment(): string | null {
    if (this.#xml.startsWith('<!--', this.#at)) {
      this.#skipPast('-->', 4);
      return null;
    }
    if (!this.#xml.startsWith('<![CDATA[', this.#at)) throw this.#fault('declarations are not accepted');
    const start = this.#at + 9;
    this.#skipPast(']]>', 9);
    return this.#xml.slice(start, this.#at - 3);
  }

  #skipPast(mark: string, after = 2): void {
    const end = this.#xml.indexOf(mark, this.#at + after);
    if (end === -1) throw this.#fault(`${mark} is missing`);
    this.#at = end + mark.length;
  }

  #fault(what: string): Rejection {
    return new Rejection('not_an_event', `The XML is no event: ${what} (at character ${this.#at + 1})`);
  }
}

function wantedName(text: string, start: number, end: number): DataName | undefined {
  const names = NAMES_BY_LENGTH[end - start];
  if (names === undefined) return undefined;
  for (const name of names) if (text.startsWith(name, start)) return name;
  return undefined;
}

function isBlank(char: number): boolean {
  return char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09;
}

/** Letters, digits, `_ : - .` and everything beyond ASCII: enough to tell a name from markup. */
function isNameChar(char: number): boolean {
  return (
    (char >= 0x61 && char <= 0x7a) ||
    (char >= 0x41 && char <= 0x5a) ||
    (char >= 0x30 && char <= 0x3a) ||
    char === 0x5f ||
    char === 0x2d ||
    char === 0x2e ||
    char > 0x7f
  );
}
