import { decodeText } from './entities.ts';
import { emptyRawEvent, type RawEvent } from './rawEvent.ts';
import type { Piece } from './xmlScanner.ts';

/** Position of a field in an event's XML: the first character of the value, as written; `isEmpty` for `<Data Name='…'/>`. */
export type Slot = { field: keyof RawEvent; start: number; isEmpty?: true };

/**
 * Markup of one kind of event with gaps for values: literal 0, value 0, literal 1, … , last literal. A value ends at the first
 * character of the next literal, which cannot occur in it: `<` after text, the quote after an attribute.
 */
type Pattern = {
  literals: string[];
  /** Field of each value; null for unused values. */
  fields: (keyof RawEvent | null)[];
  /** An event with the fields that the markup itself holds: the provider, the event id and empty elements. */
  base: RawEvent;
};

export type PatternCache = {
  /** Reads an event with a known pattern from XML text, or returns null. */
  read(xml: string): RawEvent | null;
  /** Stores the pattern of a well-formed event without comments, CDATA sections and instructions. */
  learn(xml: string, slots: readonly Slot[]): void;
};

/** Maximum patterns for one event id and version, such as with and without an activity id. */
const PATTERNS_PER_KIND = 8;
const KINDS = 128;
/** A stored pattern keeps its source text in memory, so only small events are used. */
const LEARN_LIMIT = 16_384;

const TAG = /<[^<>]*>/g;
const ATTRIBUTE_VALUE = /=\s*(["'])/g;
/** Elements whose text is whitespace, not a value. */
const STRUCTURE_TAG = /^<(?:Events?|System|EventData|UserData)\b/;
/** Elements of System with the same text in all events of a kind: that text is part of the markup. */
const KIND_TAG = /^<(?:EventID|Version|Level|Task|Opcode|Keywords|Channel)\b/;
/** Tags whose attributes are names; other attributes (times, process ids) vary from event to event. */
const NAMING_TAG = /^<(?:Events?|Provider|Data)\b/;

/** A bounded cache of patterns. It affects only the speed of reading, never the result. */
export function createPatternCache(): PatternCache {
  const kinds = new Map<string, Pattern[]>();
  return {
    read(xml) {
      const patterns = kinds.get(kindOf(xml));
      if (patterns === undefined) return null;
      for (let i = 0; i < patterns.length; i += 1) {
        const event = apply(patterns[i]!, xml);
        if (event === null) continue;
        // The next event most likely has the same pattern.
        if (i > 0) [patterns[0], patterns[i]] = [patterns[i]!, patterns[0]!];
        return event;
      }
      return null;
    },
    learn(xml, slots) {
      const pattern = patternOf(xml, slots);
      if (pattern === null) return;
      const kind = kindOf(xml);
      const patterns = kinds.get(kind) ?? [];
      if (patterns.length === 0 && kinds.size >= KINDS) kinds.clear();
      kinds.set(kind, [pattern, ...patterns.slice(0, PATTERNS_PER_KIND - 1)]);
    },
  };
}

/** Event id and version as written, cheap to find: `<EventID>4624</EventID><Version>2`. */
function kindOf(xml: string): string {
  const start = xml.indexOf('<EventID');
  return xml.slice(start, start + 34);
}

function apply(pattern: Pattern, xml: string): RawEvent | null {
  const { literals, fields } = pattern;
  const event = { ...pattern.base };
  const hasReferences = xml.includes('&');
  let at = 0;
  for (let i = 0; i < fields.length; i += 1) {
    const literal = literals[i]!;
    const start = at + literal.length;
    // Several times faster than startsWith, which compares character by character.
    if (xml.slice(at, start) !== literal) return null;
    at = xml.indexOf(literals[i + 1]![0]!, start);
    if (at === -1) return null;
    const field = fields[i]!;
    if (field === null) continue;
    const text = xml.slice(start, at);
    event[field] = hasReferences ? decodeText(text) : text;
  }
  return xml.slice(at) === literals[fields.length]! ? event : null;
}

/** The pattern of a well-formed event; null if it is too long, or if a `>` inside a value makes tags ambiguous. */
function patternOf(xml: string, slots: readonly Slot[]): Pattern | null {
  const holes = holesOf(xml);
  if (xml.length > LEARN_LIMIT || holes.some(({ start, end }) => xml.slice(start, end).includes('>')))
    return null;
  const fieldAt = new Map<number, keyof RawEvent>();
  const pattern: Pattern = { literals: [], fields: [], base: emptyRawEvent() };
  for (const { start, field, isEmpty } of slots) {
    if (isEmpty) pattern.base[field] = '';
    else fieldAt.set(start, field);
  }
  let kept = 0;
  for (const { start, end } of holes) {
    pattern.literals.push(xml.slice(kept, start));
    pattern.fields.push(fieldAt.get(start) ?? null);
    fieldAt.delete(start);
    kept = end;
  }
  pattern.literals.push(xml.slice(kept));
  for (const [start, field] of fieldAt) {
    if (field !== 'provider' && field !== 'eventId') return null;
    const end = xml.indexOf(field === 'eventId' ? '<' : xml[start - 1]!, start);
    pattern.base[field] = decodeText(xml.slice(start, end));
  }
  return pattern;
}

/** Positions of values: texts of elements without children, and attributes of tags that do not name things. */
function holesOf(xml: string): Piece[] {
  const holes: Piece[] = [];
  let opened = 0;
  for (const { 0: tag, index } of xml.matchAll(TAG)) {
    if (tag.startsWith('</') && opened > 0) holes.push({ start: opened, end: index });
    const isValued =
      !tag.startsWith('</') && !tag.endsWith('/>') && !STRUCTURE_TAG.test(tag) && !KIND_TAG.test(tag);
    opened = isValued ? index + tag.length : 0;
    if (!NAMING_TAG.test(tag)) {
      for (const { start, end } of attributeValues(tag))
        holes.push({ start: index + start, end: index + end });
    }
  }
  return holes;
}

/** Positions of a tag's attribute values. */
function attributeValues(tag: string): Piece[] {
  const values: Piece[] = [];
  ATTRIBUTE_VALUE.lastIndex = 0;
  for (let match = ATTRIBUTE_VALUE.exec(tag); match !== null; match = ATTRIBUTE_VALUE.exec(tag)) {
    const start = ATTRIBUTE_VALUE.lastIndex;
    const end = tag.indexOf(match[1]!, start);
    if (end === -1) break;
    values.push({ start, end });
    ATTRIBUTE_VALUE.lastIndex = end + 1;
  }
  return values;
}
