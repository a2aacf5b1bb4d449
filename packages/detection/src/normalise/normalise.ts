import type { NormalisedRow, NormaliseResult } from '../event.ts';
import { readEventJson } from './json.ts';
import { Rejection } from './rejection.ts';
import { rowOfEvent } from './rowOfEvent.ts';
import { rowOfFlat } from './rowOfFlat.ts';
import { readEventXml } from './xml.ts';

/**
 * Converts one line of NDJSON, without its line end, to a row or a rejection with a reason. The line is `{"xml": "<Event…>"}`, a
 * Windows event as JSON, or a flat row. Never throws.
 *
 * @param now the server's clock, epoch milliseconds
 */
export function normaliseLine(text: string, now: number): NormaliseResult {
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    // The engine's message quotes the untrusted line; the position is safe.
    const position = / position (\d+)/.exec(String(error))?.[1];
    const where = position === undefined ? '' : ` at character ${position}`;
    return { ok: false, code: 'not_json', message: `The line is not valid JSON${where}` };
  }
  return normaliseValue(value, now);
}

/** The same for a value from JSON.parse. Never throws. */
export function normaliseValue(value: unknown, now: number): NormaliseResult {
  try {
    return { ok: true, row: rowOf(value, now) };
  } catch (error) {
    if (error instanceof Rejection) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}

function rowOf(value: unknown, now: number): NormalisedRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Rejection('not_an_event', 'The line is not a JSON object');
  }
  const object = value as Readonly<Record<string, unknown>>;
  const { xml } = object;
  if (typeof xml === 'string') return rowOfEvent(readEventXml(xml), now);
  if (xml !== undefined && xml !== null) throw new Rejection('wrong_type', 'xml must be text');
  const event = readEventJson(object);
  return event === null ? rowOfFlat(object, now) : rowOfEvent(event, now);
}
