import { isSecurityProvider } from '../eventType.ts';
import type { DataName, RawEvent } from './rawEvent.ts';
import { Rejection } from './rejection.ts';

/**
 * Fields of EventData of which every such Windows event has at least one. An event without any was changed by a program that
 * dropped or moved them.
 */
const REQUIRED: Readonly<Record<number, readonly DataName[]>> = {
  4624: ['TargetUserName'],
  4625: ['TargetUserName'],
  4634: ['TargetUserName', 'TargetLogonId'],
  4647: ['TargetUserName', 'TargetLogonId'],
  4648: ['TargetUserName'],
  4672: ['SubjectUserName', 'SubjectLogonId'],
  4688: ['NewProcessName', 'CommandLine'],
  4697: ['ServiceName'],
  4698: ['TaskName'],
  4702: ['TaskName'],
  4719: ['SubcategoryGuid'],
  4720: ['TargetUserName'],
  4722: ['TargetUserName'],
  4723: ['TargetUserName'],
  4724: ['TargetUserName'],
  4725: ['TargetUserName'],
  4726: ['TargetUserName'],
  4728: ['MemberName', 'MemberSid'],
  4732: ['MemberName', 'MemberSid'],
  4738: ['TargetUserName'],
  4740: ['TargetUserName'],
  4756: ['MemberName', 'MemberSid'],
  4768: ['TargetUserName'],
  4769: ['TargetUserName'],
  4771: ['TargetUserName'],
  4776: ['TargetUserName'],
  4781: ['OldTargetUserName'],
  5136: ['ObjectDN'],
  5137: ['ObjectDN'],
};

/** True for a Windows security event type that is useless without its fields. */
export function isRequiring(eventType: string): boolean {
  return eventType.startsWith(PREFIX) && Object.hasOwn(REQUIRED, eventType.slice(PREFIX.length));
}

const PREFIX = 'WINDOWS_SECURITY_';

/** Refused sign-ins, whose name is what was typed. */
const REFUSED: ReadonlySet<number> = new Set([4625, 4768, 4769, 4771, 4776]);

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && (typeof value !== 'string' || value.trim() !== '');

/**
 * @throws Rejection missing_fields when an event does not name its machine, or when a Windows security event has none of its
 * required fields: stored, it would silently be counted nowhere
 */
export function requireFields(provider: string | null, eventId: number, event: RawEvent): void {
  if (provider === null) {
    throw new Rejection(
      'missing_fields',
      `Event ${eventId} does not say which provider wrote it; programs of all kinds use such numbers`,
    );
  }
  const names = REQUIRED[eventId];
  if (names === undefined || !isSecurityProvider(provider)) return;
  if (names.some((name) => isGiven(event[name]))) return;
  if (names.some((name) => event[name] !== null && event[name] !== undefined)) {
    // Somebody may try to sign in without a name.
    if (REFUSED.has(eventId)) return;
    throw new Rejection(
      'missing_fields',
      `Event ${eventId} has an empty ${names.join(' and ')}, and Windows always names one: its data was removed on the way; send it as XML`,
    );
  }
  throw new Rejection(
    'missing_fields',
    `Event ${eventId} has no ${names.join(' and no ')}: its data is missing, or came without names; send it as XML`,
  );
}
