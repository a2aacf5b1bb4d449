/** A value in distinguished encoding (X.690): its tag, what is in it, and all of its bytes. */
export interface Der {
  readonly tag: number;
  readonly content: Buffer;
  readonly whole: Buffer;
}

/** Bytes that are not what they should be. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
}

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_IDENTIFIER = 0x06;
const GENERALIZED_TIME = 0x18;
const GENERAL_STRING = 0x1b;
export const SEQUENCE = 0x30;
const APPLICATION = 0x60;
const CONTEXT = 0xa0;

/** @throws UnreadableError unless the bytes are one value, and nothing more */
export function readDer(bytes: Buffer): Der {
  const value = nextDer(bytes, 0);
  if (value.whole.length !== bytes.length) throw new UnreadableError('Bytes follow a value');
  return value;
}

/** The values in a constructed one. @throws UnreadableError */
export function partsOf({ content }: Der): Der[] {
  const parts: Der[] = [];
  for (let at = 0; at < content.length; ) {
    const part = nextDer(content, at);
    parts.push(part);
    at += part.whole.length;
  }
  return parts;
}

/** Tags of one byte and definite lengths of at most four, which is all that Kerberos has. */
function nextDer(bytes: Buffer, at: number): Der {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f)
    throw new UnreadableError('A value has no tag or length');
  const more = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + more;
  if (first === 0x80 || more > 4 || start > bytes.length) throw new UnreadableError('A length is too long');
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  if (length > bytes.length - start) throw new UnreadableError('A value is cut off');
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) };
}

/** Fields of a sequence by their context tags. */
export type Fields = ReadonlyMap<number, Der>;

/** @throws UnreadableError for anything but a sequence of tagged values */
export function fieldsOf(value: Der): Fields {
  if (value.tag !== SEQUENCE) throw new UnreadableError('A sequence is missing');
  const fields = new Map<number, Der>();
  for (const part of partsOf(value)) {
    const number = part.tag - CONTEXT;
    if (number < 0 || number > 30 || fields.has(number)) throw new UnreadableError('A field has no number');
    fields.set(number, readDer(part.content));
  }
  return fields;
}

/** The sequence in an application tag. @throws UnreadableError */
export function inApplication(value: Der, number: number): Der {
  if (value.tag !== APPLICATION + number) throw new UnreadableError('Another message was expected');
  return readDer(value.content);
}

/** @throws UnreadableError when the field is missing */
export function field(fields: Fields, number: number): Der {
  const found = fields.get(number);
  if (found === undefined) throw new UnreadableError(`Field ${number} is missing`);
  return found;
}

/** @throws UnreadableError for anything but a whole number of at most six bytes */
export function numberIn({ tag, content }: Der): number {
  if (tag !== INTEGER || content.length === 0 || content.length > 6)
    throw new UnreadableError('A number is missing');
  return content.readIntBE(0, content.length);
}

/** @throws UnreadableError */
export function bytesIn({ tag, content }: Der): Buffer {
  if (tag !== OCTET_STRING) throw new UnreadableError('Octets are missing');
  return content;
}

/** @throws UnreadableError */
export function textIn({ tag, content }: Der): string {
  if (tag !== GENERAL_STRING) throw new UnreadableError('A text is missing');
  return content.toString('utf8');
}

/** Milliseconds of a time in UTC, to the second. @throws UnreadableError */
export function timeIn({ tag, content }: Der): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(content.toString('latin1'));
  if (tag !== GENERALIZED_TIME || parts === null) throw new UnreadableError('A time is missing');
  const [year = 0, month = 1, day, hour, minute, second] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Encodes a value of these parts. */
export function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? 1 : length < 0x1_0000 ? 2 : 3;
  const head = Buffer.alloc(2 + size);
  head[0] = tag;
  head[1] = 0x80 | size;
  head.writeUIntBE(length, 2, size);
  return Buffer.concat([head, content]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => der(SEQUENCE, ...parts);
export const tagged = (number: number, value: Buffer): Buffer => der(CONTEXT + number, value);
export const application = (number: number, ...parts: readonly Buffer[]): Buffer =>
  der(APPLICATION + number, ...parts);
export const octets = (bytes: Buffer): Buffer => der(OCTET_STRING, bytes);
export const text = (value: string): Buffer => der(GENERAL_STRING, Buffer.from(value, 'utf8'));

/** A whole number that fits in six bytes. */
export function integer(value: number): Buffer {
  let size = 1;
  while (value < -(2 ** (8 * size - 1)) || value >= 2 ** (8 * size - 1)) size += 1;
  const content = Buffer.alloc(size);
  content.writeIntBE(value, 0, size);
  return der(INTEGER, content);
}

/** A time in UTC, to the second. */
export function time(ms: number): Buffer {
  const [date] = new Date(ms).toISOString().replace(/[-:T]/g, '').split('.');
  return der(GENERALIZED_TIME, Buffer.from(`${date}Z`, 'latin1'));
}

/** Flags of 32 bits, of which the first is the highest. */
export function flags(value: number): Buffer {
  const content = Buffer.alloc(5);
  content.writeUInt32BE(value, 1);
  return der(BIT_STRING, content);
}

/** An object identifier such as 1.3.6.1.5.5.2. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return der(OBJECT_IDENTIFIER, Buffer.from(bytes));
}
