/*
 * Windows logon types. 2 to 11 are documented with event 4625 (see failure.ts); 0 is written by SYSTEM at boot and occurs in real
 * events; 12 and 13 are the cached forms of 10 and 7.
 */
export const LOGON_TYPES: Readonly<Record<string, string>> = {
  '0': 'System',
  '2': 'Interactive',
  '3': 'Network',
  '4': 'Batch',
  '5': 'Service',
  '7': 'Unlock',
  '8': 'NetworkCleartext',
  '9': 'NewCredentials',
  '10': 'RemoteInteractive',
  '11': 'CachedInteractive',
  '12': 'CachedRemoteInteractive',
  '13': 'CachedUnlock',
};

const BY_NAME = new Map(Object.entries(LOGON_TYPES).map(([digits, name]) => [name.toLowerCase(), digits]));

/** Digits of a logon type given by number or name ('Interactive', 'remote interactive'); other text unchanged. */
export function logonTypeDigits(type: string): string {
  if (Object.hasOwn(LOGON_TYPES, type)) return type;
  return BY_NAME.get(type.toLowerCase().replace(/[\s_-]/g, '')) ?? type;
}
