import { NAME_KINDS, type NameKind, SETTINGS_LIMITS } from '@scout/detection';

type Settings = Record<NameKind, { standard: boolean; entries: string[] }>;

/** Entries of detection settings that are costly to compare with long names, by their index. */
export const COSTLY_PATTERNS: Readonly<Record<string, (index: number) => string>> = {
  'any characters before the end': (index) => `*${'?'.repeat(60)}a${index % 10}`,
  'a run that nearly matches': (index) => `*${'a'.repeat(60)}b${index % 10}`,
  'many stars': (index) => `${'a*'.repeat(31)}b${index % 10}`,
  'characters and any in turns': (index) => `*${'a?'.repeat(30)}b${index % 10}`,
  'characters of their own': (index) =>
    `*a${Array.from({ length: 60 }, (_, at) => String.fromCharCode(0x4e00 + index * 60 + at)).join('')}a`,
};

/** Settings of every kind with as many patterns of one shape as are permitted. */
export function costlySettings(shape: (index: number) => string): Settings {
  const entries = Array.from({ length: SETTINGS_LIMITS.patterns }, (_, index) => shape(index));
  const rule = (kind: string) => ({
    standard: true,
    // One pattern matches the program of the costly command lines.
    entries: kind === 'database_clients' ? [...entries.slice(1), 's*d.exe'] : entries,
  });
  return Object.fromEntries(NAME_KINDS.map((kind) => [kind, rule(kind)])) as Settings;
}

/** Pieces of which long texts are made that are costly to read. */
export const COSTLY_PIECES: Readonly<Record<string, string>> = {
  servers: ` -S ${'a'.repeat(80)}`,
  'short servers': ' -S a',
  users: ` -U ${'a'.repeat(20)}`,
  keys: ';server=aaaaaaaaaaaa;user=aaa',
  secrets: ' password=x -P y',
  addresses: ' ://a',
  'addresses with a user': ' a://b:c@a/',
  a: 'a',
  blanks: ' ',
  quotes: '"',
  backslashes: '\\',
  'backslashes and quotes': '\\"',
  brackets: ')',
  dots: '.',
  commas: ',a',
  switches: ' -nnnnnnnn!',
  pipes: ' | echo a',
};

/** A text of a length, made of one piece. */
export const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** A flat row of a Windows event with one text in all fields that may be long. */
export function costlyRow(event: number, text: string, time: string): string {
  const isStart = event === 4688;
  return JSON.stringify({
    event_type: String(event),
    timestamp: time,
    target_user_name: isStart ? 'svc.a' : `svc${text}`,
    subject_user_name: 'm.keller',
    system_context_computer_name: isStart ? 'WS-1' : `PRD-${text}`,
    target_computer_name: text,
    source_info_workstation_name: text,
    source_host: text,
    logon_type: '2',
    status: text.slice(0, 20),
    failure_reason: text,
    object_name: text,
    object_id: text,
    change: text,
    service_name: text,
    process_information_new_process_name: 'C:\\sqlcmd.exe',
    process_information_parent_process_name: text,
    process_information_command_line: `sqlcmd${text}`,
  });
}

/** The same as Windows' XML. */
export function costlyXml(event: number, text: string, time: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const data = LONG_DATA.map((name) => `<Data Name='${name}'>${escaped}</Data>`).join('');
  return JSON.stringify({
    xml: `<Event><System><Provider Name='Microsoft-Windows-Security-Auditing'/><EventID>${event}</EventID><TimeCreated SystemTime='${time}'/><Computer>WS-1</Computer></System><EventData><Data Name='NewProcessName'>C:\\sqlcmd.exe</Data>${data}</EventData></Event>`,
  });
}

const LONG_DATA = [
  'TargetUserName',
  'SubjectUserName',
  'CommandLine',
  'TaskContent',
  'AttributeValue',
  'WorkstationName',
] as const;
