import {
  application,
  bytesIn,
  type Der,
  field,
  fieldsOf,
  flags,
  inApplication,
  integer,
  numberIn,
  octets,
  partsOf,
  readDer,
  SEQUENCE,
  sequence,
  tagged,
  text,
  textIn,
  time,
  timeIn,
  UnreadableError,
} from './der.ts';
import { checksum, decrypt, encrypt, type Key, keyOf } from './encryption.ts';

// Messages of Kerberos (RFC 4120, 5), as far as a client of one service needs them.

/** An account or a service, without its realm. */
export interface Principal {
  /** 1: an account; 2: a service and its instance. */
  readonly kind: 1 | 2;
  readonly parts: readonly string[];
}

/** A ticket, which only the service can read, with the key that proves who holds it. */
export interface Ticket {
  /** Encoded as received. */
  readonly ticket: Buffer;
  readonly session: Key;
  readonly realm: string;
  readonly client: Principal;
}

/** What a request asks for. */
export interface Wanted {
  readonly realm: string;
  readonly service: Principal;
  /** Random, to recognize the response. */
  readonly nonce: number;
  readonly now: number;
  readonly types: readonly number[];
}

/** What the controller said instead of a ticket. */
export interface Refused {
  /** As in RFC 4120, 7.5.9. */
  readonly error: number;
  /** The controller's time, in milliseconds. */
  readonly time: number;
}

const VERSION = 5;
const AS_REQUEST = 10;
const AS_RESPONSE = 11;
const TGS_REQUEST = 12;
const TGS_RESPONSE = 13;
const AP_REQUEST = 14;
const ERROR = 30;
const ENCRYPTED_AS_PART = 25;
const ENCRYPTED_TGS_PART = 26;
/** Kinds of data before the body of a request. */
const TICKET_DATA = 1;
const TIMESTAMP_DATA = 2;
/** Purposes of keys (RFC 4120, 7.5.1). */
const USAGE = {
  timestamp: 1,
  asResponse: 3,
  bodyChecksum: 6,
  tgsAuthenticator: 7,
  tgsResponse: 8,
  apAuthenticator: 11,
};
/** A ticket is used at once. */
const LIFE_MS = 600_000;

const principal = ({ kind, parts }: Principal): Buffer =>
  sequence(tagged(0, integer(kind)), tagged(1, sequence(...parts.map(text))));

const encrypted = (key: Key, usage: number, plain: Buffer): Buffer =>
  sequence(tagged(0, integer(key.type)), tagged(2, octets(encrypt(key, usage, plain))));

const data = (kind: number, value: Buffer): Buffer =>
  sequence(tagged(1, integer(kind)), tagged(2, octets(value)));

const body = ({ realm, service, nonce, now, types }: Wanted, client?: Principal): Buffer =>
  sequence(
    tagged(0, flags(0)),
    ...(client === undefined ? [] : [tagged(1, principal(client))]),
    tagged(2, text(realm)),
    tagged(3, principal(service)),
    tagged(5, time(now + LIFE_MS)),
    tagged(7, integer(nonce)),
    tagged(8, sequence(...types.map(integer))),
  );

const request = (kind: number, before: Buffer, requestBody: Buffer): Buffer =>
  application(
    kind,
    sequence(
      tagged(1, integer(VERSION)),
      tagged(2, integer(kind)),
      tagged(3, sequence(before)),
      tagged(4, requestBody),
    ),
  );

/** Asks for the first ticket; the time, encrypted with the account's key, proves that it is the account. */
export function firstRequest(wanted: Wanted, client: Principal, key: Key): Buffer {
  const stamp = sequence(tagged(0, time(wanted.now)), tagged(1, integer(microsecondsOf(wanted.now))));
  return request(
    AS_REQUEST,
    data(TIMESTAMP_DATA, encrypted(key, USAGE.timestamp, stamp)),
    body(wanted, client),
  );
}

/** Asks for the ticket of a service, with the first ticket. */
export function serviceRequest(wanted: Wanted, ticket: Ticket): Buffer {
  const requestBody = body(wanted);
  const sum = checksum(ticket.session, USAGE.bodyChecksum, requestBody);
  const proof = apRequest(ticket, USAGE.tgsAuthenticator, sum, wanted);
  return request(TGS_REQUEST, data(TICKET_DATA, proof), requestBody);
}

/** Shows a ticket to its service. @param sum checksum that binds it to something else */
export const ticketRequest = (
  ticket: Ticket,
  sum: { readonly type: number; readonly bytes: Buffer },
  at: { readonly nonce: number; readonly now: number },
): Buffer => apRequest(ticket, USAGE.apAuthenticator, sum, at);

function apRequest(
  { ticket, session, realm, client }: Ticket,
  usage: number,
  sum: { readonly type: number; readonly bytes: Buffer },
  { nonce, now }: { readonly nonce: number; readonly now: number },
): Buffer {
  const authenticator = application(
    2,
    sequence(
      tagged(0, integer(VERSION)),
      tagged(1, text(realm)),
      tagged(2, principal(client)),
      tagged(3, sequence(tagged(0, integer(sum.type)), tagged(1, octets(sum.bytes)))),
      tagged(4, integer(microsecondsOf(now))),
      tagged(5, time(now)),
      tagged(7, integer(nonce)),
    ),
  );
  return application(
    AP_REQUEST,
    sequence(
      tagged(0, integer(VERSION)),
      tagged(1, integer(AP_REQUEST)),
      tagged(2, flags(0)),
      tagged(3, ticket),
      tagged(4, encrypted(session, usage, authenticator)),
    ),
  );
}

const microsecondsOf = (ms: number): number => (Math.floor(ms) % 1_000) * 1_000;

/**
 * The ticket in a response to one of the requests above, or why there is none.
 * @param key the account's, or the session's of the first ticket
 * @throws UnreadableError for a response to another request, or one that the key does not prove
 */
export function ticketIn(
  response: Buffer,
  { wanted, client, key, isFirst }: { wanted: Wanted; client: Principal; key: Key; isFirst: boolean },
): Ticket | Refused {
  const message = readDer(response);
  const refused = refusedIn(message);
  if (refused !== undefined) return refused;
  const kind = isFirst ? AS_RESPONSE : TGS_RESPONSE;
  const fields = fieldsOf(inApplication(message, kind));
  if (numberIn(field(fields, 0)) !== VERSION || numberIn(field(fields, 1)) !== kind)
    throw new UnreadableError('The response is another message');
  const realm = textIn(field(fields, 3));
  const named = principalIn(field(fields, 4));
  const ticket = field(fields, 5);
  inApplication(ticket, 1);
  const secret = fieldsOf(field(fields, 6));
  if (numberIn(field(secret, 0)) !== key.type) throw new UnreadableError('Another key is required');
  const usage = isFirst ? USAGE.asResponse : USAGE.tgsResponse;
  const part = readDer(decrypt(key, usage, bytesIn(field(secret, 2))));
  // Some controllers call the part of a first response that of a later one.
  const isLater = !isFirst || part.tag === 0x60 + ENCRYPTED_TGS_PART;
  const known = fieldsOf(inApplication(part, isLater ? ENCRYPTED_TGS_PART : ENCRYPTED_AS_PART));
  const session = fieldsOf(field(known, 0));
  const isFor =
    numberIn(field(known, 2)) === wanted.nonce &&
    isSame([textIn(field(known, 9))], [wanted.realm]) &&
    isSame(principalIn(field(known, 10)), wanted.service.parts) &&
    isSame([realm, ...named], [wanted.realm, ...client.parts]);
  if (!isFor) throw new UnreadableError('The response is to another request');
  return {
    ticket: ticket.whole,
    session: keyOf(numberIn(field(session, 0)), Buffer.from(bytesIn(field(session, 1)))),
    realm,
    client: { ...client, parts: named },
  };
}

function refusedIn(message: Der): Refused | undefined {
  if (message.tag !== 0x60 + ERROR) return undefined;
  const fields = fieldsOf(inApplication(message, ERROR));
  return { error: numberIn(field(fields, 6)), time: timeIn(field(fields, 4)) };
}

/** @throws UnreadableError */
function principalIn(value: Der): string[] {
  const parts = field(fieldsOf(value), 1);
  if (parts.tag !== SEQUENCE) throw new UnreadableError('A name is missing');
  return partsOf(parts).map(textIn);
}

/** Windows compares names without case. */
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.join('\0').toLowerCase() === other.join('\0').toLowerCase();
