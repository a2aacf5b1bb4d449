import { typeOfEvent, WINDOWS_EVENTS } from '../catalogue/events.ts';
import { isSecurityProvider } from '../eventType.ts';
import { type DataName, isBlank, type RawEvent } from './rawEvent.ts';
import { Rejection } from './rejection.ts';

const needing = WINDOWS_EVENTS.filter(({ needs }) => needs.length > 0);
const ofSecurity = needing.filter(({ provider }) => provider === undefined);

/** Fields of EventData of which every such event has at least one, by id; of other providers by stored type. */
const REQUIRED: ReadonlyMap<number, readonly DataName[]> = new Map(
  ofSecurity.map(({ id, needs }) => [id, needs]),
);
const REQUIRED_OF_OTHERS: ReadonlyMap<string, readonly DataName[]> = new Map(
  needing.filter(({ provider }) => provider !== undefined).map((event) => [typeOfEvent(event), event.needs]),
);

const MAY_BE_EMPTY = new Set(WINDOWS_EVENTS.filter(({ mayBeUnnamed }) => mayBeUnnamed).map(({ id }) => id));

/** True for a Windows security event type that is useless without its fields. */
export const isRequiring = (eventType: string): boolean => REQUIRING.has(eventType);

const REQUIRING = new Set(ofSecurity.map(typeOfEvent));

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
  const names = isSecurityProvider(provider)
    ? REQUIRED.get(eventId)
    : REQUIRED_OF_OTHERS.get(`${provider}/${eventId}`);
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
  if (REQUIRED.get(eventId)?.[0] === 'TargetUserName') refuseEmpty(eventId, 'target_user_name');
}

function refuseEmpty(eventId: number, names: string): void {
  if (MAY_BE_EMPTY.has(eventId)) return;
  throw new Rejection(
    'missing_fields',
    `Event ${eventId} has an empty ${names}: an empty text is no name. Have the shipper send the value that Windows wrote`,
  );
}
