import type { NormalisedRow, NormaliseResult } from '../event.ts';
import { readEventJson } from './json.ts';
import type { Node } from './jsonNode.ts';
import type { RawEvent } from './rawEvent.ts';
import { Rejection } from './rejection.ts';
import { rowOfEvent } from './rowOfEvent.ts';
import { rowOfFlat } from './rowOfFlat.ts';
import { type Repeatable, rowOfXml, rowOfXmlLine } from './rowOfXml.ts';
import { adviceFor } from './unread.ts';

/**
 * Converts one line of NDJSON, without its line end, to a row or a rejection with a reason. The line is `{"xml": "<Event…>"}`, a
 * Windows event as JSON, or a flat row. Never throws.
 *
 * @param now the server's clock, epoch milliseconds
 */
export function normaliseLine(text: string, now: number): NormaliseResult {
  try {
    return accepted(rowOfXmlLine(text, now) ?? rowOf(parsed(text), now));
  } catch (error) {
    return rejected(error);
  }
}

/** The same for a value from JSON.parse. Never throws. */
export function normaliseValue(value: unknown, now: number): NormaliseResult {
  try {
    return accepted(rowOf(value, now));
  } catch (error) {
    return rejected(error);
  }
}

const accepted = ({ row, like }: Repeatable): NormaliseResult =>
  like === undefined ? { ok: true, row } : { ok: true, row, like };

function rejected(error: unknown): NormaliseResult {
  if (error instanceof Rejection) return { ok: false, code: error.code, message: error.message };
  throw error;
}

/** @throws Rejection not_json */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    // The engine's message quotes the untrusted line; the position is safe.
    const position = / position (\d+)/.exec(String(error))?.[1];
    const where = position === undefined ? '' : ` at character ${position}`;
    throw new Rejection('not_json', `The line is not valid JSON${where}`);
  }
}

function rowOf(value: unknown, now: number): Repeatable {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Rejection('not_an_event', 'The line is not a JSON object');
  }
  const object = value as Readonly<Record<string, unknown>>;
  const { xml } = object;
  if (typeof xml === 'string') return rowOfXml(xml, now);
  const event = readEventJson(object);
  if (event !== null) return { row: rowOfShipped(object, event, now) };
  if (xml !== undefined && xml !== null) throw new Rejection('wrong_type', 'xml must be text');
  return { row: rowOfFlat(object, now) };
}

/** End of the sentence about missing data, whose advice is more exact for a known shipper. */
const UNNAMED = /; send it as XML$/;

/** @throws Rejection with what to change in the shipper when the event came without its data */
function rowOfShipped(object: Node, event: RawEvent, now: number): NormalisedRow {
  try {
    return rowOfEvent(event, now);
  } catch (error) {
    // Advice is about data that did not come; an empty name and a missing provider have sentences of their own.
    if (!(error instanceof Rejection) || !UNNAMED.test(error.message)) throw error;
    const advice = adviceFor(object);
    if (advice === null) throw error;
    throw new Rejection(error.code, `${error.message.replace(UNNAMED, '')}. ${advice}`);
  }
}
