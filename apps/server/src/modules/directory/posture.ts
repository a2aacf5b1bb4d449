import type { AccountPosture } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import type { AccountKind, Delegation } from './reader/accounts.ts';

/** Properties that decide what an account is open to. */
export interface PostureFacts {
  readonly kind: AccountKind;
  readonly is_enabled: boolean;
  readonly password_set_at: Date | null;
  readonly spns: readonly string[];
  readonly encryption_types: number | null;
  readonly without_preauthentication: boolean;
  readonly privileged_groups: readonly string[];
  readonly delegation: Delegation;
}

/** The bit of msDS-SupportedEncryptionTypes for RC4 (MS-KILE 2.2.7). */
const RC4 = 0x4;
const OLD_PASSWORD = 365 * DAY;

/** Each posture, and when an enabled account has it. Windows itself sets and changes the passwords of managed accounts. */
const RULES: Readonly<Record<AccountPosture, (facts: PostureFacts, now: number) => boolean>> = {
  privileged: ({ privileged_groups }) => privileged_groups.length > 0,
  unconstrained: ({ delegation }) => delegation === 'unconstrained',
  // Only where the account says so itself: without the attribute, the controllers' settings decide.
  roastable: ({ kind, spns, encryption_types }) =>
    kind === 'user' && spns.length > 0 && ((encryption_types ?? 0) & RC4) !== 0,
  'without-preauthentication': ({ without_preauthentication }) => without_preauthentication,
  'old-password': ({ kind, password_set_at }, now) =>
    kind === 'user' && password_set_at !== null && now - password_set_at.getTime() > OLD_PASSWORD,
};

/** @param now epoch milliseconds */
export const postureOf = (facts: PostureFacts, now: number): AccountPosture[] =>
  facts.is_enabled
    ? (Object.keys(RULES) as AccountPosture[]).filter((posture) => RULES[posture](facts, now))
    : [];
