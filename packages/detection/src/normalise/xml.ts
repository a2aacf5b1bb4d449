import { decodeText } from './entities.ts';
import { createPatternCache, eventOf, type Fitting, type Slot } from './pattern.ts';
import { DATA_NAMES, type DataName, emptyRawEvent, type RawEvent } from './rawEvent.ts';
import { type Piece, SLASH, XmlScanner } from './xmlScanner.ts';

const WANTED: ReadonlySet<string> = new Set(DATA_NAMES);

/** Events of one kind from one machine differ only in values: the pattern of one speeds up the next. */
const patterns = createPatternCache();

/**
 * Reads the XML of one Windows event as printed by `wevtutil`: with or without declaration, byte order mark and enclosing
 * `<Events>`, attributes in either kind of quotes. Takes time linear in the text's length.
 *
 * @throws Rejection not_an_event when the text is not well-formed or does not hold exactly one event
 */
export function readEventXml(xml: string): RawEvent {
  const known = patterns.fit(xml);
  if (known !== null) return eventOf(known);
  const reader = new EventReader(xml);
  const event = reader.read();
  if (reader.isPlain) patterns.learn(xml, reader.slots);
  return event;
}

/** Its values if an event with the same markup was read before, otherwise null. */
export const fitXml = (xml: string): Fitting | null => patterns.fit(xml);

/** The same for a line `{"xml":"…"}`; null for more lines. */
export const fitLine = (line: string): Fitting | null => patterns.fitLine(line);

/** The same without patterns of earlier events; `readEventXml` must give the same result. */
export function readEventXmlAfresh(xml: string): RawEvent {
  return new EventReader(xml).read();
}

class EventReader {
  readonly #scan: XmlScanner;
  readonly #event = emptyRawEvent();
  /** Positions of the event's fields. */
  readonly slots: Slot[] = [];

  constructor(xml: string) {
    this.#scan = new XmlScanner(xml);
  }

  get isPlain(): boolean {
    return this.#scan.isPlain;
  }

  read(): RawEvent {
    const scan = this.#scan;
    this.#startTag();
    const isWrapped = scan.name === 'Events';
    if (isWrapped) {
      if (scan.isEmpty) throw scan.fault('there is no event inside');
      this.#startTag();
    }
    if (scan.name !== 'Event') throw scan.fault('the element is no Event');
    if (!scan.isEmpty) this.#readEvent();
    if (isWrapped) {
      if (scan.nextTag('text between elements') !== SLASH) throw scan.fault('there is more than one event');
      scan.endTag('Events');
    }
    if (scan.skipBlanks() < scan.xml.length) throw scan.fault('something follows the event');
    return this.#event;
  }

  #readEvent(): void {
    const scan = this.#scan;
    while (scan.nextTag('text between elements') !== SLASH) {
      scan.startTag();
      if (scan.isEmpty) continue;
      if (scan.name === 'System') this.#readSystem();
      else if (scan.name === 'EventData') this.#readEventData();
      else if (scan.name === 'UserData') this.#readUserData();
      else scan.skipElement();
    }
    scan.endTag('Event');
  }

  #readSystem(): void {
    const scan = this.#scan;
    while (scan.nextTag('text in System') !== SLASH) {
      scan.startTag();
      switch (scan.name) {
        case 'Provider':
          this.#takeAttribute('provider', scan.attribute);
          scan.skipElement();
          break;
        case 'TimeCreated':
          this.#takeAttribute('time', scan.attribute);
          scan.skipElement();
          break;
        case 'EventID':
          this.#takeText('eventId');
          break;
        case 'EventRecordID':
          this.#takeText('recordId');
          break;
        case 'Computer':
          this.#takeText('computer');
          break;
        default:
          scan.skipElement();
      }
    }
    scan.endTag('System');
  }

  #readEventData(): void {
    const scan = this.#scan;
    while (scan.nextTag('text in EventData') !== SLASH) {
      scan.startTag();
      const name = scan.name === 'Data' && scan.attribute !== null ? this.#textOf(scan.attribute) : '';
      if (WANTED.has(name)) this.#takeText(name as DataName);
      else scan.skipElement();
    }
    scan.endTag('EventData');
  }

  /** A provider-specific element, such as LogFileCleared, whose children are the data. */
  #readUserData(): void {
    const scan = this.#scan;
    while (scan.nextTag('text in UserData') !== SLASH) {
      scan.startTag();
      if (scan.isEmpty) continue;
      const own = scan.name;
      while (scan.nextTag('text in UserData') !== SLASH) {
        scan.startTag();
        if (WANTED.has(scan.name)) this.#takeText(scan.name as DataName);
        else scan.skipElement();
      }
      scan.endTag(own);
    }
    scan.endTag('UserData');
  }

  /** The first occurrence of a repeated field counts; the text of others is read no more than that of unknown fields. */
  #takeText(field: keyof RawEvent): void {
    const scan = this.#scan;
    if (this.#event[field] !== null) {
      scan.skipElement();
      return;
    }
    const start = scan.at;
    // An empty field is present, without a value.
    this.#event[field] = scan.isEmpty ? '' : scan.readText(scan.name);
    this.slots.push(scan.isEmpty ? { field, start, isEmpty: true } : { field, start });
  }

  #takeAttribute(field: keyof RawEvent, attribute: Piece | null): void {
    if (attribute === null || this.#event[field] !== null) return;
    this.#event[field] = decodeText(this.#textOf(attribute));
    this.slots.push({ field, start: attribute.start });
  }

  #startTag(): void {
    if (this.#scan.nextTag('text before the event') === SLASH)
      throw this.#scan.fault('an end tag has no start');
    this.#scan.startTag();
  }

  #textOf(piece: Piece): string {
    return this.#scan.xml.slice(piece.start, piece.end);
  }
}
