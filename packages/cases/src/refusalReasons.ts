import { isRefused } from './kinds.ts';
import type { RefusalCause } from './state.ts';

/** Faults of a domain, a machine or a ticket, in Scout's words and in those of Windows, which some collectors send. */
const FAULTS = [
  'logon servers?',
  'net ?logon',
  'account database',
  'trust broken|trust(?:ed)? (?:relationship|domain)',
  'domain SID',
  'domain controller found',
  'windows fault',
  'error.* during logon',
  '(?:no|unknown) service',
  'service account',
  'server (?:account|key)',
  'service has no key',
  'ticket',
  'transited',
  '(?:encryption|checksum) type',
  'checksum missing',
  'request repeated',
  'option not possible',
  'pre-authentication (?:required|not supported)',
  'kind of authentication',
  'mutual authentication',
  'user-to-user',
  'network address',
  'protocol version',
  'kind of message|messages? (?:changed|out of)|direction of message',
  'key version',
  'sequence number',
  'path not accepted',
  'answer too large',
  'wrong realm',
  'field too long',
  'error without a name',
];

/** Words of failure reasons, in order of precedence: a service's expired account is a fault, not the expired account itself. */
const CAUSES: readonly (readonly [RegExp, RefusalCause])[] = [
  [/clock|time (?:difference|skew)|skew/i, 'clock'],
  [new RegExp(FAULTS.join('|'), 'i'), 'fault'],
  [/locked/i, 'locked'],
  [/expired|must change/i, 'expired'],
  [/disabled/i, 'disabled'],
  [/not (?:permitted|allowed|granted)|restriction|logon type|hours/i, 'not-allowed'],
  [/^unknown user name$/i, 'no-account'],
  [/password|pre-?authentication|unknown user|bad user/i, 'old-password'],
];

/** Cause of a refusal by its reason alone; a wrong password counts as an old one. */
export function causeOfRefusal(kind: string): RefusalCause {
  const reason = kind.slice('refused:'.length);
  return CAUSES.find(([pattern]) => pattern.test(reason))?.[1] ?? 'unknown';
}

/** True for a refusal of an account's name, password or permission: what whoever tries passwords sees. */
export function isOfCredentials(kind: string): boolean {
  if (!isRefused(kind)) return false;
  const cause = causeOfRefusal(kind);
  return cause !== 'clock' && cause !== 'fault';
}
