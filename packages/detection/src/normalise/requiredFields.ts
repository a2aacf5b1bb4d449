import { isSecurityProvider } from '../eventType.ts';
import { type DataName, isBlank, type RawEvent } from './rawEvent.ts';
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

/** Events of other providers with their field, by stored type. Clearing a log has an author; other events of the log have none. */
const REQUIRED_OF_OTHERS: Readonly<Record<string, readonly DataName[]>> = {
  'Microsoft-Windows-Eventlog/1102': ['SubjectUserName'],
  'Microsoft-Windows-Eventlog/104': ['SubjectUserName'],
  'Service Control Manager/7045': ['ServiceName'],
};

/** Refused logons: Windows writes an empty name for a client that gave none. */
const MAY_BE_EMPTY = new Set([4625, 4776]);

/** True for a Windows security event type that is useless without its fields. */
export const isRequiring = (eventType: string): boolean => REQUIRING.has(eventType);

const REQUIRING = new Set(Object.keys(REQUIRED).map((id) => `WINDOWS_SECURITY_${id}`));

/**
 * @throws Rejection missing_fields when an event does not name its provider, or when a Windows security event has none of its
 * required fields: stored, it would silently be counted nowhere
 */
export function requireFields(provider: string | null, eventId: number, event: RawEvent): void {
  if (provider === null) {
    throw new Rejection(
      'missing_fields',
      `Event ${eventId} does not say which provider wrote it; programs of all kinds use such numbers`,
    );
  }
  const names = isSecurityProvider(provider) ? REQUIRED[eventId] : othersOf(provider, eventId);
  if (names === undefined) return;
  let isEmpty = false;
  for (const name of names) {
    const value = event[name];
    if (!isBlank(value)) return;
    isEmpty ||= typeof value === 'string';
  }
  if (isEmpty) refuseEmpty(eventId, names.join(' and an empty '));
  else
    throw new Rejection(
      'missing_fields',
      `Event ${eventId} has no ${names.join(' and no ')}: its data is missing, or came without names; send it as XML`,
    );
}

/** @throws Rejection missing_fields for an empty name in a flat row, when its event is about the account of that name */
export function requireName(eventType: string, eventId: number | null, name: unknown): void {
  if (typeof name !== 'string' || !isBlank(name) || eventId === null || !isRequiring(eventType)) return;
  if (REQUIRED[eventId]?.[0] === 'TargetUserName') refuseEmpty(eventId, 'target_user_name');
}

function refuseEmpty(eventId: number, names: string): void {
  if (MAY_BE_EMPTY.has(eventId)) return;
  throw new Rejection(
    'missing_fields',
    `Event ${eventId} has an empty ${names}: an empty text is no name. Have the shipper send the value that Windows wrote`,
  );
}

function othersOf(provider: string, eventId: number): readonly DataName[] | undefined {
  const type = `${provider}/${eventId}`;
  return Object.hasOwn(REQUIRED_OF_OTHERS, type) ? REQUIRED_OF_OTHERS[type] : undefined;
}
