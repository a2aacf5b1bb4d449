/** A Windows security event before it is written down: what the sample fleet's machines would have logged. */
export interface SecurityLogEntry {
  readonly eventId: 4624 | 4625 | 4688;
  /** The machine whose log this is. */
  readonly computer: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly data: Readonly<Record<string, string>>;
}

const VERSION = { 4624: 2, 4625: 0, 4688: 2 } as const;
const TASK = { 4624: 12544, 4625: 12544, 4688: 13312 } as const;
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

/** The entry as `wevtutil qe Security /f:xml` prints it, on one line. Record ids grow with time (ten a second). */
export function toWindowsXml(entry: SecurityLogEntry): string {
  const data = Object.entries(entry.data)
    .map(([name, value]) => `<Data Name='${name}'>${escapeXml(value)}</Data>`)
    .join('');
  const time = new Date(entry.time).toISOString().replace('Z', '0000Z');
  return (
    `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System>` +
    `<Provider Name='Microsoft-Windows-Security-Auditing' Guid='{54849625-5478-4994-a5ba-3e3b0328c30d}'/>` +
    `<EventID>${entry.eventId}</EventID><Version>${VERSION[entry.eventId]}</Version><Level>0</Level><Task>${TASK[entry.eventId]}</Task>` +
    `<Opcode>0</Opcode><Keywords>${entry.eventId === 4625 ? AUDIT_FAILURE : AUDIT_SUCCESS}</Keywords>` +
    `<TimeCreated SystemTime='${time}'/><EventRecordID>${Math.floor(entry.time / 100)}</EventRecordID><Correlation/>` +
    `<Execution ProcessID='4' ThreadID='120'/><Channel>Security</Channel><Computer>${escapeXml(entry.computer)}</Computer><Security/>` +
    `</System><EventData>${data}</EventData></Event>`
  );
}
