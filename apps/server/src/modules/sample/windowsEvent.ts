import { EVENTS } from '@scout/detection/catalogue/events';
/** A Windows security event of the sample fleet's machines before formatting. */
export interface SecurityLogEntry {
  readonly eventId: number;
  /** The machine that owns the log. */
  readonly computer: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly data: Readonly<Record<string, string>>;
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
const AUDIT_SUCCESS = '0x8020000000000000';
const AUDIT_FAILURE = '0x8010000000000000';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** The entry as printed by `wevtutil qe Security /f:xml`, on one line. Record ids grow with time (ten per second). */
export function toWindowsXml(entry: SecurityLogEntry): string {
  const time = new Date(entry.time).toISOString().replace('Z', '0000Z');
  const provider =
    entry.eventId === CLEARED
      ? `Name='Microsoft-Windows-Eventlog' Guid='{fc65ddd8-d6ef-4962-83d5-6e5cfe9ce148}'`
      : `Name='Microsoft-Windows-Security-Auditing' Guid='{54849625-5478-4994-a5ba-3e3b0328c30d}'`;
  return (
    `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System>` +
    `<Provider ${provider}/>` +
    `<EventID>${entry.eventId}</EventID><Version>${VERSION[entry.eventId] ?? 0}</Version><Level>${entry.eventId === CLEARED ? 4 : 0}</Level><Task>${TASK[entry.eventId] ?? 12544}</Task>` +
    `<Opcode>0</Opcode><Keywords>${entry.eventId === EVENTS.failedLogon.id ? AUDIT_FAILURE : AUDIT_SUCCESS}</Keywords>` +
    `<TimeCreated SystemTime='${time}'/><EventRecordID>${Math.floor(entry.time / 100)}</EventRecordID><Correlation/>` +
    `<Execution ProcessID='4' ThreadID='120'/><Channel>Security</Channel><Computer>${escapeXml(entry.computer)}</Computer><Security/>` +
    `</System>${dataOf(entry)}</Event>`
  );
}

function dataOf({ eventId, data }: SecurityLogEntry): string {
  if (eventId !== CLEARED) {
    const fields = Object.entries(data).map(
      ([name, value]) => `<Data Name='${name}'>${escapeXml(value)}</Data>`,
    );
    return `<EventData>${fields.join('')}</EventData>`;
  }
  const fields = Object.entries(data).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`);
  return `<UserData><LogFileCleared xmlns='http://manifests.microsoft.com/win/2004/08/windows/eventlog'>${fields.join('')}</LogFileCleared></UserData>`;
}
