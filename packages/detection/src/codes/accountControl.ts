/*
 * Meanings of the bits of an account's control value (OldUacValue and NewUacValue of 4738 and 4720): [MS-SAMR], section 2.2.1.12,
 * USER_ACCOUNT codes. Omits disabling and locking, which have their own events.
 */
const BITS: readonly (readonly [bit: number, on: string, off: string])[] = [
  [0x4, 'no password required', 'password required'],
  [0x200, 'password never expires', 'password expires again'],
  [0x800, 'password stored reversibly', 'password no longer stored reversibly'],
  [0x1000, 'smart card required', 'smart card no longer required'],
  [0x2000, 'trusted for any delegation', 'no longer trusted for any delegation'],
  [0x4000, 'may not be delegated', 'may be delegated'],
  [0x8000, 'DES encryption only', 'no longer DES encryption only'],
  [0x10000, 'Kerberos pre-authentication off', 'Kerberos pre-authentication on'],
  [0x40000, 'trusted to authenticate for delegation', 'no longer trusted to authenticate for delegation'],
];

/** Bits that weaken an account when set. */
export const WEAKENING = new Set(
  BITS.filter(([bit]) => [0x4, 0x800, 0x2000, 0x8000, 0x10000, 0x40000].includes(bit)).map(([, on]) => on),
);

/** Differences between two control values, in words; empty when either is not a hexadecimal number. */
export function accountControlChanges(before: string | null, after: string | null): string[] {
  if (before === null || after === null || !HEX.test(before) || !HEX.test(after)) return [];
  const [old, now] = [Number(before), Number(after)];
  return BITS.flatMap(([bit, on, off]) => ((old ^ now) & bit ? [now & bit ? on : off] : []));
}

const HEX = /^0x[0-9a-f]{1,8}$/i;
