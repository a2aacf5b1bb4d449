/*
 * Meanings of Kerberos codes, in our own short words. Sources:
 * - result codes: RFC 4120, section 7.5.9, and RFC 4556, section 3.1.3, used as the Status of 4768, 4769 and 4771;
 * - encryption types: the registry "Kerberos Encryption Type Numbers" (RFC 3961, section 8; RFC 3962; RFC 4757; RFC 8009).
 */

const RESULT: Readonly<Record<string, string>> = {
  '0x1': 'account expired',
  '0x2': 'server account expired',
  '0x3': 'protocol version not supported',
  '0x4': 'account key too old',
  '0x5': 'server key too old',
  '0x6': 'unknown user name',
  '0x7': 'unknown service',
  '0x8': 'several accounts of one name',
  '0x9': 'account has no key',
  '0xa': 'ticket cannot be postdated',
  '0xb': 'ticket would end before it starts',
  '0xc': 'refused by policy',
  '0xd': 'option not possible',
  '0xe': 'encryption type not supported',
  '0xf': 'checksum type not supported',
  '0x10': 'pre-authentication not supported',
  '0x11': 'transited type not supported',
  '0x12': 'account disabled, expired or locked out',
  '0x13': 'service account disabled, expired or locked out',
  '0x14': 'ticket revoked',
  '0x15': 'account not valid yet',
  '0x16': 'service account not valid yet',
  '0x17': 'password expired',
  '0x18': 'wrong password',
  '0x19': 'pre-authentication required',
  '0x1a': 'ticket for another server',
  '0x1b': 'only user-to-user allowed',
  '0x1c': 'transited path refused',
  '0x1d': 'no service available',
  '0x1f': 'ticket damaged',
  '0x20': 'ticket expired',
  '0x21': 'ticket not valid yet',
  '0x22': 'request repeated',
  '0x23': 'ticket for another service',
  '0x24': 'ticket of another client',
  '0x25': 'clocks too far apart',
  '0x26': 'wrong network address',
  '0x27': 'protocol versions differ',
  '0x28': 'wrong kind of message',
  '0x29': 'message changed on its way',
  '0x2a': 'messages out of order',
  '0x2c': 'key version not available',
  '0x2d': 'service has no key',
  '0x2e': 'mutual authentication failed',
  '0x2f': 'wrong direction of message',
  '0x30': 'another kind of authentication required',
  '0x31': 'sequence number wrong',
  '0x32': 'checksum missing',
  '0x33': 'path not accepted',
  '0x34': 'answer too large',
  '0x3c': 'error without a name',
  '0x3d': 'field too long',
  '0x3e': 'smart card: certificate not trusted',
  '0x3f': 'smart card: no trusted server',
  '0x40': 'smart card: signature not valid',
  '0x41': 'smart card: key too weak',
  '0x42': 'smart card: certificate of another account',
  '0x43': 'no ticket for user-to-user',
  '0x44': 'wrong realm',
};

const ENCRYPTION: Readonly<Record<string, string>> = {
  '0x1': 'DES-CBC-CRC',
  '0x3': 'DES-CBC-MD5',
  '0x11': 'AES128-SHA1',
  '0x12': 'AES256-SHA1',
  '0x13': 'AES128-SHA256',
  '0x14': 'AES256-SHA384',
  '0x17': 'RC4-HMAC',
  '0x18': 'RC4-HMAC-EXP',
};

/** Reason of a refused ticket from a Status in lower-case hexadecimal; the code itself if unknown, null for success. */
export function kerberosFailureOf(status: string | null): string | null {
  if (status === null) return null;
  const code = shortest(status);
  return code === '0x0' ? null : Object.hasOwn(RESULT, code) ? RESULT[code]! : status;
}

/** Name of a ticket's encryption type; null if unknown, and for 0xffffffff, the value of refused requests. */
export function encryptionOf(code: string): string | null {
  const short = shortest(code);
  return Object.hasOwn(ENCRYPTION, short) ? ENCRYPTION[short]! : null;
}

/** `0x00000018` becomes `0x18`. */
function shortest(code: string): string {
  return code.replace(/^0x0+(?=.)/, '0x');
}
