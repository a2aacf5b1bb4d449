import { codeOfText, codeText, lowerHex } from '../codes/failure.ts';
import { logonTypeDigits } from '../codes/logonTypes.ts';
import { DAY, isoTime, parseTime } from '../time.ts';
import { Rejection } from './rejection.ts';
import { cleanName } from './text.ts';

/** No Windows security events were collected before this time; an earlier clock is wrong. */
export const EARLIEST = Date.UTC(2000, 0, 1);
/** Maximum lead of a machine's clock over the server's. */
export const AHEAD = DAY;

const LARGEST_RECORD_ID = 9_223_372_036_854_775_807n;
const LARGEST_EVENT_ID = 2_147_483_647;

/** Reads one field of an event; `field` is its name in a wrong-type rejection. */
export type FieldReader<T> = (value: unknown, field: string) => T;

/** @throws Rejection wrong_type for anything except text and null */
export function textField(value: unknown, field: string, clean: (text: string) => string | null = cleanName) {
  if (typeof value === 'string') return clean(value);
  if (value === null || value === undefined) return null;
  throw new Rejection('wrong_type', `${field} must be text, not ${typeName(value)}`);
}

/** Digits of a logon type given as number, digits or name. */
export function logonTypeField(value: unknown, field: string): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const text = textField(value, field);
  return text === null ? null : logonTypeDigits(text);
}

/** A status code in lower-case hexadecimal, also from a number; other text unchanged. */
export function codeField(value: unknown, field: string): string | null {
  if (value === undefined || value === null) return null;
  const code = typeof value === 'number' ? codeText(value) : textField(value, field);
  return code === null ? null : lowerHex(codeOfText(code));
}

/** A session id: hexadecimal without leading zeros; null for 0, which is no session. */
export function logonIdField(value: unknown, field: string): string | null {
  // Ids are longer than codes.
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  const id = isNumber ? `0x${value.toString(16)}` : codeField(value, field);
  if (id === null || !HEX_ID.test(id)) return id;
  const short = id.charCodeAt(2) === 0x30 ? id.replace(/^0x0+(?=.)/, '0x') : id;
  return short === '0x0' ? null : short;
}

const HEX_ID = /^0x[0-9a-f]+$/;

/** @throws Rejection wrong_type for anything except a whole 32-bit number, given as number or digits */
export function eventIdField(value: unknown, field: string): number | null {
  if (value === null || value === undefined || value === '') return null;
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= LARGEST_EVENT_ID) return id;
  throw new Rejection('wrong_type', `${field} must be an event number, not ${typeName(value)}`);
}

/** Digits of a record id; null unless a whole 64-bit number. */
export function recordIdField(value: unknown, field: string): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  const text = textField(value, field);
  if (text === null || !/^\d{1,19}$/.test(text)) return null;
  return text.length < 19 || BigInt(text) <= LARGEST_RECORD_ID ? text : null;
}

/**
 * ISO time with milliseconds of the first readable time among the values.
 *
 * @throws Rejection missing_time when none is readable, time_out_of_range when it is before 2000 or more than 24 hours after
 * `now`
 */
export function timeField(values: readonly unknown[], now: number): string {
  for (const value of values) {
    const time = parseTime(value);
    if (time === null) continue;
    if (time < EARLIEST) throw new Rejection('time_out_of_range', 'The event lies before the year 2000');
    if (time > now + AHEAD)
      throw new Rejection('time_out_of_range', 'The event lies more than 24 hours ahead');
    return isoTime(time, value);
  }
  throw new Rejection('missing_time', 'The event has no time that can be read');
}

function typeName(value: unknown): string {
  return value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;
}
