import type { DataName } from './normalise/rawEvent.ts';

/** An account of a Kerberos event: what its `msDS-SupportedEncryptionTypes` allows, and the keys that its password gave it. */
export type TicketKeys = {
  /** Bits of MS-KILE 2.2.7; null if the event does not tell. */
  allowed: number | null;
  /** As the controller names them: `AES-SHA1`, `RC4`. Empty if the event does not tell. */
  keys: readonly string[];
};

/** Keys and ciphers of a Kerberos event (4768, 4769, 4771). Most fields came with the updates of January 2025. */
export type TicketDetails = {
  /** Type of pre-authentication: `2` is a password, `0` none. */
  preAuth: string | null;
  /** Ciphers by number, in lower-case hexadecimal. */
  preAuthKey: string | null;
  sessionKey: string | null;
  account: TicketKeys;
  service: TicketKeys;
  controller: TicketKeys;
  /** Ciphers that the client offered, by Windows' names. */
  offered: readonly string[];
};

type Part = readonly [words: string, fields: readonly DataName[]];

/** Parts of the text with their fields in order. */
const PARTS: readonly Part[] = [
  ['pre-authentication', ['PreAuthType']],
  ['pre-authentication key', ['PreAuthEncryptionType']],
  ['session key', ['SessionKeyEncryptionType']],
  ['account', ['AccountSupportedEncryptionTypes', 'AccountAvailableKeys']],
  ['service', ['ServiceSupportedEncryptionTypes', 'ServiceAvailableKeys']],
  ['controller', ['DCSupportedEncryptionTypes', 'DCAvailableKeys']],
  ['client', ['ClientAdvertizedEncryptionTypes']],
];

/** Longest value of a field: a client offers a dozen ciphers at most. */
const VALUE_LIMIT = 200;
const ABSENT = /^(?:n\/a|-)?$/i;

/**
 * Keys and ciphers of a Kerberos event as one text: `pre-authentication: 2; service: 0x27 keys RC4; client: RC4-HMAC-NT`. Null if it tells
 * none.
 */
export function writeTicketDetails(read: (field: DataName) => string | null): string | null {
  const parts = PARTS.flatMap(([words, fields]) => {
    const [first, keys] = fields.map((field) => cleaned(read(field)));
    const value = [first, keys && `keys ${keys}`].filter((text) => text).join(' ');
    return value === '' ? [] : `${words}: ${value}`;
  });
  return parts.length === 0 ? null : parts.join('; ');
}

/** Without the names after a number (`0x27 (DES, RC4, AES-Sk)`). Line ends become blanks, and no value contains what separates parts. */
function cleaned(text: string | null): string {
  if (text === null || ABSENT.test(text.trim())) return '';
  return text
    .split('(', 1)[0]!
    .replace(/[\s\u2400-\u2421;:]+/g, ' ')
    .trim()
    .slice(0, VALUE_LIMIT)
    .toWellFormed();
}

/** Reads the text of {@link writeTicketDetails}; any other text tells nothing. */
export function readTicketDetails(text: string | null | undefined): TicketDetails {
  const values = new Map<string, string>();
  for (const part of text?.split('; ') ?? []) {
    const at = part.indexOf(': ');
    if (at > 0) values.set(part.slice(0, at), part.slice(at + 2));
  }
  const one = (words: string) => values.get(words)?.toLowerCase() ?? null;
  return {
    preAuth: one('pre-authentication'),
    preAuthKey: one('pre-authentication key'),
    sessionKey: one('session key'),
    account: keysOf(values.get('account')),
    service: keysOf(values.get('service')),
    controller: keysOf(values.get('controller')),
    offered:
      values
        .get('client')
        ?.split(' ')
        .filter((name) => name !== '') ?? [],
  };
}

function keysOf(text: string | undefined): TicketKeys {
  const [allowed = '', keys = ''] = text?.split(/(?:^|\s)keys\s/) ?? [];
  return {
    allowed: /^0x[0-9a-f]{1,8}$/i.test(allowed) ? Number.parseInt(allowed, 16) : null,
    keys: keys === '' ? [] : keys.split(/[,\s]+/).filter((key) => key !== ''),
  };
}

/** True for a number of RC4, with its export variant. */
export const isRc4 = (cipher: string | null | undefined): boolean => /^0x0*1[78]$/i.test(cipher ?? '');

/** True for Windows' or a controller's name of AES: `AES256-CTS-HMAC-SHA1-96`, `AES-SHA1`. */
export const isAes = (name: string): boolean => /^aes/i.test(name);

/** AES128 and AES256 in `msDS-SupportedEncryptionTypes`, also with SHA-2. */
const AES_BITS = 0x8 | 0x10 | 0x40 | 0x80;
/** True if the attribute allows tickets with AES; its bit for session keys (0x20) is no cipher of tickets. */
export const allowsAes = (allowed: number): boolean => (allowed & AES_BITS) !== 0;
