import { createHash, randomInt, type X509Certificate } from 'node:crypto';
import { DirectoryProblem } from '../problems.ts';
import { application, objectIdentifier, octets, sequence, tagged } from './der.ts';
import { keyOf } from './encryption.ts';
import { askKdc, type Kdc } from './kdc.ts';
import type { Credential } from './keytab.ts';
import {
  firstRequest,
  type Principal,
  type Refused,
  serviceRequest,
  type Ticket,
  ticketIn,
  ticketRequest,
  type Wanted,
} from './messages.ts';

const ETYPE_NOSUPP = 14;
const SKEW = 37;
const SKEW_PERMITTED_MINUTES = 5;

/** Sentences of errors (RFC 4120, 7.5.9), and whether another attempt may lock the account. */
const REFUSALS: Readonly<Record<number, readonly [sentence: string, isSignIn: boolean]>> = {
  6: ['The controller does not know the account that signs in.', true],
  7: ['The controller does not know its own service: sign in with an account of its domain.', false],
  12: ['The account that signs in may not do so at this time or from this machine.', true],
  [ETYPE_NOSUPP]: [
    'The controller has no AES key for this sign-in: allow AES for the account, set its password again, and export the keytab.',
    true,
  ],
  18: ['The account that signs in is disabled, locked or expired.', true],
  23: ['The password of the account that signs in has expired.', true],
  24: ['The controller refused the keytab: the password was changed after it was exported.', true],
  68: ['The account that signs in belongs to another domain than the controller.', true],
};

/**
 * A ticket for a service of the account's realm: the keys prove the account to the controller's Kerberos service, and never leave this
 * machine.
 * @throws DirectoryProblem, or UnreadableError for a response that cannot be read
 */
export async function ticketFor(
  credential: Credential,
  service: readonly string[],
  kdc: Kdc,
): Promise<Ticket> {
  const { realm, name } = credential;
  const client: Principal = { kind: 1, parts: name };
  const keys = credential.keys.map(({ type, key }) => keyOf(type, Buffer.from(key, 'base64')));
  const types = keys.map(({ type }) => type);
  const wantedFor = (parts: readonly string[], from: readonly number[]): Wanted => ({
    realm,
    service: { kind: 2, parts },
    nonce: randomInt(1, 2 ** 31),
    now: kdc.now(),
    types: from,
  });

  let first: Ticket | Refused = { error: ETYPE_NOSUPP, time: 0 };
  for (const key of keys) {
    const wanted = wantedFor(['krbtgt', realm], types);
    const response = await askKdc(kdc, firstRequest(wanted, client, key));
    first = ticketIn(response, { wanted, client, key, isFirst: true });
    if (!('error' in first) || first.error !== ETYPE_NOSUPP) break;
  }
  if ('error' in first) throw problemFor(first, kdc.now());
  const wanted = wantedFor(service, [18, 17]);
  const response = await askKdc(kdc, serviceRequest(wanted, first));
  const ticket = ticketIn(response, { wanted, client: first.client, key: first.session, isFirst: false });
  if ('error' in ticket) throw problemFor(ticket, kdc.now());
  return ticket;
}

function problemFor({ error, time }: Refused, now: number): DirectoryProblem {
  if (error === SKEW) {
    const minutes = Math.round(Math.abs(now - time) / 60_000);
    return new DirectoryProblem(
      `The clocks of Scout and the controller differ by ${minutes.toLocaleString('en')} minutes: Kerberos permits ${SKEW_PERMITTED_MINUTES}.`,
    );
  }
  const [sentence, isSignIn] = REFUSALS[error] ?? [
    `The controller refused the sign-in with the Kerberos error ${error}.`,
    true,
  ];
  return new DirectoryProblem(sentence, { isSignIn });
}

const SPNEGO = '1.3.6.1.5.5.2';
const KERBEROS = '1.2.840.113554.1.2.2';
/** Type of the checksum that holds channel bindings and flags (RFC 4121, 4.1.1). */
const GSS_CHECKSUM = 0x8003;

/**
 * The first and only token of a sign-in with a ticket (RFC 4178), bound to the TLS connection. It asks for neither signatures nor encryption,
 * which TLS provides, nor for a proof of the controller, whose certificate was checked.
 */
export function negotiationToken(ticket: Ticket, certificate: X509Certificate, now: number): Buffer {
  const kerberos = objectIdentifier(KERBEROS);
  const shown = ticketRequest(
    ticket,
    { type: GSS_CHECKSUM, bytes: bindingChecksum(endPointOf(certificate)) },
    { nonce: randomInt(1, 2 ** 31), now },
  );
  const token = application(0, kerberos, Buffer.from([1, 0]), shown);
  const offer = sequence(tagged(0, sequence(kerberos)), tagged(2, octets(token)));
  return application(0, objectIdentifier(SPNEGO), tagged(0, offer));
}

/** Channel bindings without addresses, as a hash (RFC 4121, 4.1.1.2), and no flags. */
export function bindingChecksum(binding: Buffer): Buffer {
  const bindings = Buffer.alloc(20 + binding.length);
  bindings.writeUInt32LE(binding.length, 16);
  binding.copy(bindings, 20);
  const bytes = Buffer.alloc(24);
  bytes.writeUInt32LE(16);
  createHash('md5').update(bindings).digest().copy(bytes, 4);
  return bytes;
}

/** tls-server-end-point (RFC 5929, 4.1): a hash of the certificate by the algorithm of its signature, at least SHA-256. */
export function endPointOf({
  raw,
  signatureAlgorithm = '',
}: Pick<X509Certificate, 'raw' | 'signatureAlgorithm'>): Buffer {
  const algorithm = /sha-?(384|512)/i.exec(signatureAlgorithm)?.[1] ?? '256';
  return Buffer.concat([
    Buffer.from('tls-server-end-point:'),
    createHash(`sha${algorithm}`).update(raw).digest(),
  ]);
}
