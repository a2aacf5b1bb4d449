import { decodeText } from './entities.ts';
import { emptyRawEvent, type RawEvent } from './rawEvent.ts';
import { createTrial, isVarying, isVisible, type Trial, type Varying, type VaryingField } from './varying.ts';
import type { Piece } from './xmlScanner.ts';

/** Position of a field in an event's XML: the first character of the value, as written; `isEmpty` for `<Data Name='…'/>`. */
export type Slot = { field: keyof RawEvent; start: number; isEmpty?: true };

/**
 * Markup of one kind of event with gaps for values: literal 0, value 0, literal 1, … , last literal. A value ends at the first
 * character of the next literal, which cannot occur in it: `<` after text, the quote after an attribute.
 */
type Pattern = {
  literals: string[];
  /** True for each gap with a used value; the fields of the used values. */
  isUsed: boolean[];
  fields: (keyof RawEvent)[];
  /** An event with the fields that the markup itself holds: the provider, the event id and empty elements. */
  base: RawEvent;
  /** Number of events that fitted. */
  fits: number;
  /** The same as an expression, for a kind of events that keep coming: of a line `{"xml":"…"}`, and of the XML alone. */
  line: RegExp | null;
  expression: RegExp | null;
  /** Positions of used values, apart by whether they {@link isVarying vary}. */
  steady: number[];
  varying: number[];
  /** Distinguishes the pattern from all others, also from forgotten ones. */
  id: number;
  /** Decides if looking for repeated events is worth it. */
  trial: Trial;
};

/** An event with a known pattern, and its used values as written, in XML or in a line of JSON; the first one is at 1. */
export type Fitting = {
  readonly pattern: Pattern;
  readonly values: readonly string[];
  readonly isJson: boolean;
};

export type PatternCache = {
  /** The values of an event with a known pattern, or null. */
  fit(xml: string): Fitting | null;
  /** The same for a line `{"xml":"…"}`, without reading its JSON. Finds fewer events: of kinds that keep coming, as most writers escape them. */
  fitLine(line: string): Fitting | null;
  /** Stores the pattern of a well-formed event without comments, CDATA sections and instructions. */
  learn(xml: string, slots: readonly Slot[]): void;
};

/** Maximum patterns for one event id and version, such as with and without an activity id. */
const PATTERNS_PER_KIND = 8;
const KINDS = 128;
/** A stored pattern keeps its source text in memory, so only small events are used. */
const LEARN_LIMIT = 16_384;
/**
 * Fitting events after which an expression of lines is made, and one of XML where lines do not fit; and the longest markup of one. An
 * expression is faster, but takes milliseconds to make.
 */
const EXPRESSION = { lineFits: 4_096, fits: 8_192, length: 2_048 };

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
  let learned = 0;
  const fitWith = (text: string, valuesIn: typeof valuesOf, isJson: boolean): Fitting | null => {
    const patterns = kinds.get(kindOf(text));
    if (patterns === undefined) return null;
    for (let i = 0; i < patterns.length; i += 1) {
      const pattern = patterns[i]!;
      const values = valuesIn(pattern, text);
      if (values === null) continue;
      // The next event most likely has the same pattern.
      if (i > 0) [patterns[0], patterns[i]] = [pattern, patterns[0]!];
      return { pattern, values, isJson };
    }
    return null;
  };
  return {
    fit: (xml) => fitWith(xml, valuesOf, false),
    fitLine: (line) => fitWith(line, valuesOfLine, true),
    learn(xml, slots) {
      learned += 1;
      const pattern = patternOf(xml, slots, learned);
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

function valuesOf(pattern: Pattern, xml: string): string[] | null {
  if (pattern.expression !== null) return pattern.expression.exec(xml);
  const { literals, isUsed } = pattern;
  const values: string[] = [''];
  let at = 0;
  for (let i = 0; i < isUsed.length; i += 1) {
    const literal = literals[i]!;
    const start = at + literal.length;
    // Several times faster than startsWith, which compares character by character.
    if (xml.slice(at, start) !== literal) return null;
    at = xml.indexOf(literals[i + 1]![0]!, start);
    if (at === -1) return null;
    if (isUsed[i]) values.push(xml.slice(start, at));
  }
  if (xml.slice(at) !== literals[isUsed.length]) return null;
  pattern.fits += 1;
  if (pattern.fits === EXPRESSION.lineFits) pattern.line = lineExpressionOf(pattern);
  if (pattern.fits === EXPRESSION.fits) pattern.expression = expressionOf(pattern);
  return values;
}

const valuesOfLine = ({ line }: Pattern, text: string): string[] | null => line?.exec(text) ?? null;

/** Matches what fits, with groups for used values; null if it would be too long. Linear: no gap contains the character behind it. */
function expressionOf({ literals, isUsed }: Pattern): RegExp | null {
  if (literals.reduce((sum, { length }) => sum + length, 0) > EXPRESSION.length) return null;
  const pieces = literals.map((literal, i) => {
    const gap = i === 0 ? '' : `[^${literal[0]}]*`;
    return (isUsed[i - 1] ? `(${gap})` : gap) + escaped(literal);
  });
  return new RegExp(`^${pieces.join('')}$`);
}

/**
 * Matches a line of JSON with XML that fits, with groups for used values as JSON has them. Other escapes than short ones could stand for
 * any character, also for the one that ends a gap: such a line does not match, nor one with an escape in a varying value. Linear, as above.
 */
function lineExpressionOf({ literals, isUsed, varying }: Pattern): RegExp | null {
  if (literals.reduce((sum, { length }) => sum + length, 0) > EXPRESSION.length) return null;
  let used = 0;
  const pieces = literals.map((literal, i) => {
    const text = escaped(JSON.stringify(literal).slice(1, -1));
    if (i === 0) return text;
    const plain = String.raw`[^"\\\x00-\x1f${literal[0]}]*`;
    const withEscapes = String.raw`${plain}(?:\\[\\/bfnrt]${plain})*`;
    if (!isUsed[i - 1]) return withEscapes + text;
    used += 1;
    const isPlain = varying.includes(used);
    return `(${isPlain ? plain : withEscapes})${text}`;
  });
  return new RegExp(String.raw`^\{"xml":"${pieces.join('')}"\}\r?$`);
}

const escaped = (literal: string): string => literal.replace(SYNTAX, String.raw`\$&`);

const SYNTAX = /[\\^$.*+?()[\]{}|]/g;

/** The event of fitting values. */
export function eventOf({ pattern, values, isJson }: Fitting): RawEvent {
  const { base, fields } = pattern;
  const event = { ...base };
  for (let i = 0; i < fields.length; i += 1) {
    const value = values[i + 1]!;
    event[fields[i]!] = decodeText(
      isJson && value.includes('\\') ? (JSON.parse(`"${value}"`) as string) : value,
    );
  }
  return event;
}

/**
 * A key that two events share only if they differ in nothing but unused values and those of varying fields, which all have a
 * visible value without references; null for another event.
 */
export function repeatKeyOf({ pattern: { id, steady, varying }, values, isJson }: Fitting): string | null {
  for (const at of varying) if (!isVisible(values[at]!)) return null;
  let key = isJson ? `"${id}` : String(id);
  // No text contains the mark, and attributes are names or vary.
  for (const at of steady) key += `<${values[at]!}`;
  return key;
}

/** The varying fields of an event with a key, as in {@link eventOf}. */
export function varyingOf({ pattern: { base, fields, varying }, values }: Fitting): Varying {
  const { time, recordId, TargetLogonId, SubjectLogonId, TargetLinkedLogonId } = base;
  const event: Varying = { time, recordId, TargetLogonId, SubjectLogonId, TargetLinkedLogonId };
  for (const at of varying) event[fields[at - 1] as VaryingField] = values[at]!;
  return event;
}

/** The pattern of a well-formed event; null if it is too long, or if a `>` inside a value makes tags ambiguous. */
function patternOf(xml: string, slots: readonly Slot[], id: number): Pattern | null {
  const holes = holesOf(xml);
  if (xml.length > LEARN_LIMIT || holes.some(({ start, end }) => xml.slice(start, end).includes('>')))
    return null;
  const fieldAt = new Map<number, keyof RawEvent>();
  const pattern: Pattern = {
    literals: [],
    isUsed: [],
    fields: [],
    base: emptyRawEvent(),
    fits: 0,
    line: null,
    expression: null,
    steady: [],
    varying: [],
    id,
    trial: createTrial(),
  };
  for (const { start, field, isEmpty } of slots) {
    if (isEmpty) pattern.base[field] = '';
    else fieldAt.set(start, field);
  }
  let kept = 0;
  for (const { start, end } of holes) {
    pattern.literals.push(xml.slice(kept, start));
    const field = fieldAt.get(start);
    pattern.isUsed.push(field !== undefined);
    if (field !== undefined) {
      pattern.fields.push(field);
      (isVarying(field) ? pattern.varying : pattern.steady).push(pattern.fields.length);
    }
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
