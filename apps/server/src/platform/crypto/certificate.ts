import { type KeyObject, randomBytes } from 'node:crypto';

/** Tags of DER (X.690). */
const tag = {
  integer: 0x02,
  bits: 0x03,
  nothing: 0x05,
  identifier: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
} as const;

/** sha256WithRSAEncryption (1.2.840.113549.1.1.11) and commonName (2.5.4.3). */
const SHA256_RSA = Buffer.from('2a864886f70d01010b', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');

/**
 * A certificate that an RSA key signs for itself (RFC 5280), for those who know a key by its certificate.
 * @param sign signs with the private half, as RSA with SHA-256
 * @returns DER
 */
export function selfSigned(
  publicKey: KeyObject,
  sign: (content: Buffer) => Buffer,
  { name, from, until }: { name: string; from: Date; until: Date },
): Buffer {
  const algorithm = der(tag.sequence, der(tag.identifier, SHA256_RSA), der(tag.nothing));
  const who = der(
    tag.sequence,
    der(
      tag.set,
      der(tag.sequence, der(tag.identifier, COMMON_NAME), der(tag.utf8, Buffer.from(name, 'utf8'))),
    ),
  );
  const content = der(
    tag.sequence,
    der(tag.version, der(tag.integer, Buffer.of(2))),
    der(tag.integer, serial()),
    algorithm,
    who,
    der(tag.sequence, timeOf(from), timeOf(until)),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  return der(tag.sequence, content, algorithm, der(tag.bits, Buffer.of(0), sign(content)));
}

function der(type: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  if (length < 0x80) return Buffer.concat([Buffer.of(type, length), value]);
  const digits = length > 0xff ? [length >> 8, length & 0xff] : [length];
  return Buffer.concat([Buffer.of(type, 0x80 | digits.length, ...digits), value]);
}

/** A positive number of 127 bits. */
function serial(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes;
}

/** Years from 2050 on have four digits. */
function timeOf(time: Date): Buffer {
  const digits = `${time.toISOString().replace(/\.\d+|\D/g, '')}Z`;
  const isLate = time.getUTCFullYear() >= 2050;
  return der(isLate ? tag.time : tag.utcTime, Buffer.from(isLate ? digits : digits.slice(2), 'ascii'));
}
