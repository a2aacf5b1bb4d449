/*
 * Meanings of failed-logon codes, in our own short words. Sources:
 * - status and sub-status: MicrosoftDocs/windows-itpro-docs, event-4625.md at 0a3537a227aeca6e34487bb417a211d5b6e7235e (CC BY
 * 4.0); 0xc000010b is STATUS_INVALID_LOGON_TYPE of ntstatus.h, found in real 4625 events but missing from that page; 0xc000018a, 0xc000018b,
 * 0xc000018d (trust) and 0xc0000233 (no controller) are of ntstatus.h as well.
 * - %%2304 to %%2315: message strings with the same wording in four independent public collectors.
 */

import { textOf } from '../names.ts';

/** NTSTATUS codes of a failed logon. */
const STATUS: Readonly<Record<string, string>> = {
  '0xc000005e': 'no logon server available',
  '0xc0000064': 'unknown user name',
  '0xc000006a': 'wrong password',
  '0xc000006d': 'unknown user name or wrong password',
  '0xc000006e': 'account restriction',
  '0xc000006f': 'outside permitted hours',
  '0xc0000070': 'workstation not permitted',
  '0xc0000071': 'password expired',
  '0xc0000072': 'account disabled',
  '0xc00000dc': 'account database in the wrong state',
  '0xc000010b': 'invalid logon type',
  '0xc0000133': 'clocks too far apart',
  '0xc000015b': 'logon type not granted',
  '0xc000018a': 'domain trust broken',
  '0xc000018b': 'domain trust broken',
  '0xc000018c': 'domain trust broken',
  '0xc000018d': 'domain trust broken',
  '0xc0000192': 'Netlogon service not started',
  '0xc0000193': 'account expired',
  '0xc0000224': 'password must be changed',
  '0xc0000225': 'harmless Windows fault',
  '0xc0000233': 'no domain controller found',
  '0xc0000234': 'account locked out',
  '0xc00002ee': 'error during logon',
  '0xc0000413': 'blocked by authentication firewall',
};

/** Message numbers used in FailureReason. */
const MESSAGE: Readonly<Record<string, string>> = {
  '%%2304': 'error during logon',
  '%%2305': 'account expired',
  '%%2306': 'Netlogon service not started',
  '%%2307': 'account locked out',
  '%%2308': 'logon type not granted',
  '%%2309': 'password expired',
  '%%2310': 'account disabled',
  '%%2311': 'outside permitted hours',
  '%%2312': 'workstation not permitted',
  '%%2313': 'unknown user name or wrong password',
  '%%2314': 'domain SID inconsistent',
  '%%2315': 'smart card required',
};

const HEX = /^0x[0-9a-f]{1,16}$/i;

/** A hexadecimal code in lower case; other text unchanged. */
export function lowerHex(code: string): string {
  return HEX.test(code) ? code.toLowerCase() : code;
}

/** Sign bit of a status, which makes it an error and its number negative. */
const SIGN = 2 ** 31;
/** A negative number; one of ten digits; or a status that a tool extended to 64 bits. */
const NUMBERED = /^(?:-[1-9]\d{0,9}|[2-4]\d{9})$/;
const EXTENDED = /^0xffffffff(?=[89a-f][0-9a-f]{7}$)/i;

/** A code written as a signed or unsigned number, or sign-extended, in hexadecimal; other text unchanged. */
export function codeOfText(text: string): string {
  const first = text.charCodeAt(0);
  if (first === 0x30) return text.length === 18 ? text.replace(EXTENDED, '0x') : text;
  if (first > 0x34 || !NUMBERED.test(text)) return text;
  const code = Number(text);
  const isStatus = code < 0 ? code >= -SIGN : code >= SIGN && code < 2 * SIGN;
  return isStatus ? `0x${(code >>> 0).toString(16)}` : text;
}

/** Text of a code that may be a number: -1073741715 and 3221225581 are both `0xc000006d`. */
export function codeText(value: unknown): string | null {
  if (typeof value !== 'number') {
    const text = textOf(value);
    return text === null ? null : codeOfText(text);
  }
  return Number.isSafeInteger(value) && Math.abs(value) < 2 ** 32
    ? `0x${(value >>> 0).toString(16)}`
    : String(value);
}

/** True for a hexadecimal code or a message number, false for words. */
export function isCode(text: string): boolean {
  return HEX.test(text) || text.startsWith('%%') || isZero(text);
}

/** True for `0x0`, `0x00000000` and `0`: a code without information. */
export function isZero(code: string): boolean {
  return /^(?:0x)?0+$/i.test(code);
}

/** Words for a status, a sub-status or a `%%23xx` message number; null if unknown. */
export function wordsOf(code: string): string | null {
  if (code.startsWith('%%')) return own(MESSAGE, code);
  if (!HEX.test(code)) return null;
  return own(
    STATUS,
    `0x${code
      .slice(2)
      .toLowerCase()
      .replace(/^0+(?=.)/, '')}`,
  );
}

/**
 * Reason of a failed logon, in words. Uses the sub-status, the status if the sub-status is absent or `0x0`, then the message
 * number. Unknown codes are kept; null without any information.
 *
 * @param reason FailureReason: a `%%23xx` number, or words if the collector resolved it
 */
export function failureOf(
  status: string | null,
  subStatus: string | null,
  reason: string | null,
): string | null {
  if (status === null && subStatus === null && reason === null) return null;
  const codes = [subStatus, status, reason].filter((code) => code !== null && !isZero(code));
  for (const code of codes) {
    const words = wordsOf(code!);
    if (words !== null) return words;
  }
  // Words from a collector are more informative than an unknown code.
  return reason !== null && !reason.startsWith('%%') ? reason : (codes[0] ?? null);
}

function own(table: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(table, key) ? table[key]! : null;
}
