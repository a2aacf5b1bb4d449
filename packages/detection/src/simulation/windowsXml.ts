import { EVENTS } from '../catalogue/events.ts';

/** A Windows security event before formatting. */
export interface SecurityLogEntry {
  readonly eventId: number;
  /** The machine that owns the log. */
  readonly computer: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly data: Readonly<Record<string, string>>;
}

/** An entry with parts of its own. */
export interface PrintedEntry extends Omit<SecurityLogEntry, 'time' | 'data'> {
  /** Epoch milliseconds, or as Windows writes it. */
  readonly time: number | string;
  /** In order; pairs may repeat a name. */
  readonly data: Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[];
  /** By default that of its id. */
  readonly provider?: string;
  readonly version?: number;
  /** By default 1, or growing with milliseconds, ten per second. */
  readonly recordId?: string;
}

/** Versions above 0. */
const VERSION: Readonly<Record<number, number>> = {
  [EVENTS.logon.id]: 2,
  [EVENTS.processStart.id]: 2,
};
/** The subcategory's number; 12544 is Logon. */
const TASK: Readonly<Record<number, number>> = {
  [EVENTS.logCleared.id]: 104,
  [EVENTS.processStart.id]: 13312,
  [EVENTS.serviceInstalled.id]: 12289,
  [EVENTS.taskCreated.id]: 12804,
  [EVENTS.accountEnabled.id]: 13824,
  [EVENTS.passwordReset.id]: 13824,
  [EVENTS.accountDisabled.id]: 13824,
  [EVENTS.accountChanged.id]: 13824,
  [EVENTS.accountLockedOut.id]: 13824,
  [EVENTS.ticketOfService.id]: 14337,
};
/** The log itself reports that it was cleared, with its own fields. */
const CLEARED = EVENTS.logCleared.id;
const AUDITING = 'Microsoft-Windows-Security-Auditing';
const AUDIT_SUCCESS = '0x8020000000000000';
const AUDIT_FAILURE = '0x8010000000000000';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // XML does not allow it; Windows writes it as a reference.
  '\0': '&#0;',
};
const escapeXml = (text: string): string =>
  text.replace(/[&<>"'\0]/g, (character) => ENTITIES[character] ?? character);

/** The entry as printed by `wevtutil qe Security /f:xml`, on one line. */
export function toWindowsXml(entry: PrintedEntry): string {
  const { eventId, computer, time } = entry;
  const isCleared = eventId === CLEARED;
  const written = typeof time === 'string' ? time : new Date(time).toISOString().replace('Z', '0000Z');
  const provider = entry.provider ?? (isCleared ? 'Microsoft-Windows-Eventlog' : AUDITING);
  const guid = isCleared ? 'fc65ddd8-d6ef-4962-83d5-6e5cfe9ce148' : '54849625-5478-4994-a5ba-3e3b0328c30d';
  const record = entry.recordId ?? (typeof time === 'string' ? '1' : Math.floor(time / 100));
  return (
    `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System>` +
    `<Provider Name='${provider}' Guid='{${guid}}'/>` +
    `<EventID>${eventId}</EventID><Version>${entry.version ?? VERSION[eventId] ?? 0}</Version><Level>${isCleared ? 4 : 0}</Level><Task>${TASK[eventId] ?? 12544}</Task>` +
    `<Opcode>0</Opcode><Keywords>${eventId === EVENTS.failedLogon.id ? AUDIT_FAILURE : AUDIT_SUCCESS}</Keywords>` +
    `<TimeCreated SystemTime='${written}'/><EventRecordID>${record}</EventRecordID><Correlation/>` +
    `<Execution ProcessID='4' ThreadID='120'/><Channel>Security</Channel><Computer>${escapeXml(computer)}</Computer><Security/>` +
    `</System>${dataOf(entry)}</Event>`
  );
}

function dataOf({ eventId, data }: PrintedEntry): string {
  const fields = Symbol.iterator in data ? data : Object.entries(data);
  if (eventId !== CLEARED) {
    const written = fields.map(([name, value]) => `<Data Name='${name}'>${escapeXml(value)}</Data>`);
    return `<EventData>${written.join('')}</EventData>`;
  }
  const written = fields.map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`);
  return `<UserData><LogFileCleared xmlns='http://manifests.microsoft.com/win/2004/08/windows/eventlog'>${written.join('')}</LogFileCleared></UserData>`;
}
