import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../../scripts/testLength.mjs';
import {
  application,
  fieldsOf,
  flags,
  integer,
  numberIn,
  objectIdentifier,
  octets,
  readDer,
  sequence,
  tagged,
  text,
  time,
  timeIn,
  UnreadableError,
} from './der.ts';
import { encrypt, type Key } from './encryption.ts';
import {
  firstRequest,
  type Principal,
  serviceRequest,
  type Ticket,
  ticketIn,
  type Wanted,
} from './messages.ts';
import { bindingChecksum, endPointOf } from './signIn.ts';

const NOW = Date.UTC(2026, 10, 27, 8, 15, 30, 250);
const key: Key = { type: 18, bytes: Buffer.alloc(32, 5) };
const client: Principal = { kind: 1, parts: ['scout-reader'] };
const wanted: Wanted = {
  realm: 'CORP.EXAMPLE',
  service: { kind: 2, parts: ['krbtgt', 'CORP.EXAMPLE'] },
  nonce: 4_711,
  now: NOW,
  types: [18, 17],
};
const name = (parts: readonly string[]) =>
  sequence(tagged(0, integer(1)), tagged(1, sequence(...parts.map(text))));

interface Said {
  readonly nonce?: number;
  readonly service?: readonly string[];
  readonly client?: readonly string[];
  readonly realm?: string;
  readonly type?: number;
  readonly session?: Buffer;
  readonly with?: Key;
  readonly part?: number;
}

/** A response to `wanted`, in which some things are otherwise. */
function responseOf(said: Said = {}): Buffer {
  const { nonce = wanted.nonce, type = 18, session = Buffer.alloc(32, 6) } = said;
  const part = application(
    said.part ?? 25,
    sequence(
      tagged(0, sequence(tagged(0, integer(type)), tagged(1, octets(session)))),
      tagged(1, sequence()),
      tagged(2, integer(nonce)),
      tagged(4, flags(0)),
      tagged(5, time(NOW)),
      tagged(7, time(NOW)),
      tagged(9, text(wanted.realm)),
      tagged(10, name(said.service ?? wanted.service.parts)),
    ),
  );
  return application(
    11,
    sequence(
      tagged(0, integer(5)),
      tagged(1, integer(11)),
      tagged(3, text(said.realm ?? wanted.realm)),
      tagged(4, name(said.client ?? client.parts)),
      tagged(5, application(1, sequence(tagged(0, integer(5))))),
      tagged(6, sequence(tagged(0, integer(18)), tagged(2, octets(encrypt(said.with ?? key, 3, part))))),
    ),
  );
}
const read = (response: Buffer) => ticketIn(response, { wanted, client, key, isFirst: true });

test('a response has a ticket, as it was received, with its key', () => {
  for (const part of [25, 26])
    expect(read(responseOf({ part }))).toMatchObject({
      ticket: application(1, sequence(tagged(0, integer(5)))),
      session: { type: 18, bytes: Buffer.alloc(32, 6) },
      realm: 'CORP.EXAMPLE',
    });
});

test('names in another case are the same, as Windows has it', () => {
  expect(read(responseOf({ client: ['Scout-Reader'], realm: 'corp.example' }))).toMatchObject({
    client: { parts: ['Scout-Reader'] },
  });
});

test.each([
  ['to another request', { nonce: 4_712 }],
  ['for another service', { service: ['krbtgt', 'OTHER.EXAMPLE'] }],
  ['for another account', { client: ['administrator'] }],
  ['of another realm', { realm: 'OTHER.EXAMPLE' }],
  ['by another key', { with: { type: 18, bytes: Buffer.alloc(32, 8) } }],
  ['with a key for RC4', { type: 23, session: Buffer.alloc(16) }],
  ['with a key of another size', { session: Buffer.alloc(31) }],
] satisfies [string, Said][])('a response %s is refused', (_case, said) => {
  expect(() => read(responseOf(said))).toThrow(UnreadableError);
});

test('an error has its number and the time of the controller', () => {
  const fields = [tagged(0, integer(5)), tagged(1, integer(30)), tagged(4, time(NOW)), tagged(5, integer(0))];
  expect(read(application(30, sequence(...fields, tagged(6, integer(37)))))).toEqual({
    error: 37,
    time: NOW - 250,
  });
  expect(() => read(application(30, sequence(...fields)))).toThrow(UnreadableError);
});

/** Reads it, and accepts problems of reading alone. */
function attempt(response: Buffer): void {
  try {
    const found = read(response);
    if (!('error' in found)) expect(found.session.bytes).toEqual(Buffer.alloc(32, 6));
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableError);
  }
}

test('a response that is cut off anywhere is refused', () => {
  const response = responseOf();
  for (let size = 0; size < response.length; size += 1)
    expect(() => read(response.subarray(0, size))).toThrow(UnreadableError);
  expect(() => read(Buffer.concat([response, Buffer.alloc(1)]))).toThrow(UnreadableError);
});

test.each(rotatingSeeds(lengthOf(2, 20)))('changed and random responses are refused, seed %i', (seed) => {
  const response = responseOf();
  for (let index = 0; index < lengthOf(3_000, 50_000); index += 1) {
    const random = createHash('shake256', { outputLength: 300 }).update(`${seed}:${index}`).digest();
    const changed = Buffer.from(response);
    for (let n = 0; n < 1 + (random[8]! & 3); n += 1)
      changed[random.readUInt16BE(2 * n) % response.length] = random[9 + n]!;
    attempt(changed);
    attempt(random.subarray(0, random[0]! + 1));
  }
});

test('nested lengths do not make reading slow or deep', () => {
  const deep = Buffer.alloc(200_000, 0x30);
  const begun = performance.now();
  for (const bytes of [deep, Buffer.alloc(200_000, 0x80), Buffer.from('30847fffffff', 'hex')])
    expect(() => read(bytes)).toThrow(UnreadableError);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('requests have what they ask for, and nothing in cleartext that proves the account', () => {
  const request = readDer(firstRequest(wanted, client, key));
  expect(request.tag).toBe(0x6a);
  const requestBody = fieldsOf(fieldsOf(readDer(request.content)).get(4)!);
  expect(numberIn(requestBody.get(7)!)).toBe(4_711);
  expect(timeIn(requestBody.get(5)!)).toBe(NOW - 250 + 600_000);
  expect(request.whole.includes(key.bytes)).toBe(false);
  const ticket = read(responseOf()) as Ticket;
  expect(serviceRequest(wanted, ticket).includes(ticket.session.bytes)).toBe(false);
});

test('numbers and identifiers are encoded in the fewest bytes', () => {
  const encoded = (value: number) => integer(value).toString('hex');
  expect([0, 127, 128, 255, 256, -1, -128, -129, 2 ** 31 - 1].map(encoded)).toEqual([
    '020100',
    '02017f',
    '02020080',
    '020200ff',
    '02020100',
    '0201ff',
    '020180',
    '0202ff7f',
    '02047fffffff',
  ]);
  expect(objectIdentifier('1.2.840.113554.1.2.2').toString('hex')).toBe('06092a864886f712010202');
  expect(octets(Buffer.alloc(300)).subarray(0, 4).toString('hex')).toBe('0482012c');
});

test('the binding to a certificate is what Windows computes', () => {
  const hash = 'ea05fefecc6b0bd571dbbc5baa3ed45386d0446835f7b74c85621b9983475f95';
  const binding = Buffer.concat([Buffer.from('tls-server-end-point:'), Buffer.from(hash, 'hex')]);
  expect(bindingChecksum(binding).toString('hex')).toBe('100000006586e99d81c2fc984e47172fd4dd031000000000');
});

test.each([
  ['RSA-SHA1', 'sha256'],
  ['RSA-MD5', 'sha256'],
  ['RSA-SHA256', 'sha256'],
  ['ecdsa-with-SHA384', 'sha384'],
  ['sha512WithRSAEncryption', 'sha512'],
  [undefined, 'sha256'],
])('a certificate signed with %s is hashed with %s', (signatureAlgorithm, algorithm) => {
  const raw = Buffer.from('a certificate');
  expect(endPointOf({ raw, signatureAlgorithm }).subarray(21)).toEqual(
    createHash(algorithm).update(raw).digest(),
  );
});
