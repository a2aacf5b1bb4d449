import { EVENTS } from '../catalogue/events.ts';
import { redactCommandLine, redactText } from './commandLine.ts';
import { escapeXml, type Found, findings, isRead, withoutFound } from './elsewhere.ts';
import { type Note, REDACTED } from './span.ts';
import { isCommandField, mapTexts } from './texts.ts';
import { mayHoldUrlWithName } from './urls.ts';

/** Possible secret: a command line, or the name of a secret. Most events have none and pass unchanged. */
const SUSPICIOUS =
  /command|cmdline|imagepath|servicefilename|script_?block|payload|args|pass|pwd|secret|token.{0,12}[=:]|(?:api|access|private)[-_]?key/i;
const TASK_FIELD = /^TaskContent(?:New)?$/i;
const EXEC = /<Command>([^<]{1,32768})<\/Command>(\s{0,64})<Arguments>([^<]{1,32768})<\/Arguments>/g;
const DATA = /(<Data(?:\s[^>]{0,256})?>)([^<]+)(?=<)/g;
const CDATA = '<![CDATA[';
const NAME = /\sName=["']([^"']*)["']/;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** A field whose whole value is a secret. */
const SECRET_FIELD = /(?:^|[._-])(?:password|passwd|passphrase|pwd|secret|api_?key|access_?token)$/i;

/** Maximum characters of a record that are searched, three times Windows' longest event: some 20 ms at the worst. */
const SEARCHED = 196_608;
/** Cost of each text in addition to its length, in characters: ten microseconds and more. */
const TEXT_COST = 192;
/** Maximum characters of a name that stays when a record has no characters left to search. */
const LONGEST_NAME = 1024;

/** A field's text without secrets, and the search of all fields of one record. */
type Search = (name: string, text: string) => string;

/**
 * A line to send (`{"xml": …}`, an event as JSON, a flat row) without the secrets of its command lines, also where shippers repeat
 * them: in the message, in a list of arguments, in the original event. A line without any is unchanged; invalid JSON is redacted only
 * for self-explanatory secrets. What is left of a record after {@link SEARCHED} characters is replaced, except for the names that rules
 * read: nobody has looked for secrets in it.
 */
export function redactLine(line: string | Uint8Array): string | Uint8Array {
  const text =
    typeof line === 'string' ? line : Buffer.from(line.buffer, line.byteOffset, line.length).toString('utf8');
  if (!mayHoldUrlWithName(text) && !SUSPICIOUS.test(text)) return line;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const redacted = redactText(text.slice(0, SEARCHED));
    return redacted === text ? line : redacted + (text.length > SEARCHED ? REDACTED : '');
  }
  const found: Found[] = [];
  const search = searchOfRecord(findings(found));
  const redacted = mapTexts(value, (field, name) =>
    name === 'xml' ? redactXml(field, search) : search(name, field),
  );
  if (redacted === value) return line;
  return JSON.stringify(withoutFound(redacted, found));
}

/** Services, tasks, scripts and Sysmon's process starts: their commands stand in other fields than that of a row. */
const COMMANDS_ELSEWHERE: ReadonlySet<number> = new Set([
  1,
  4103,
  4104,
  EVENTS.serviceInstalled.id,
  EVENTS.taskCreated.id,
  4699,
  4700,
  4701,
  EVENTS.taskUpdated.id,
  EVENTS.newService.id,
]);
const NAMED_SECRET = /(?:pass(?:word|wd|phrase)?|pwd|secret)\W{0,4}[=:>]/i;

/** True for an arriving line that {@link redactLine} has to look through, although the command line of its row has no secret. */
export const mayHoldSecret = (line: string, eventId: number | null): boolean =>
  (eventId !== null && COMMANDS_ELSEWHERE.has(eventId)) ||
  NAMED_SECRET.test(line) ||
  mayHoldUrlWithName(line);

function searchOfRecord(note: Note): Search {
  let left = SEARCHED;
  return (name, text) => {
    left -= text.length + TEXT_COST;
    if (left >= 0) return redactField(name, text, note);
    return isRead(name) && text.length <= LONGEST_NAME ? text : REDACTED;
  };
}

/** An event's XML without the secrets of its command lines. */
function redactXml(xml: string, search: Search): string {
  return redactCdata(xml, search).replace(DATA, (whole, tag: string, escaped: string) => {
    const text = unescapeXml(escaped);
    const redacted = search(NAME.exec(tag)?.[1] ?? '', text);
    return redacted === text ? whole : tag + escapeXml(redacted);
  });
}

/** CDATA is redacted as a command line, regardless of the data's name. */
function redactCdata(xml: string, search: Search): string {
  let result = '';
  let kept = 0;
  for (let at = xml.indexOf(CDATA); at !== -1; at = xml.indexOf(CDATA, kept)) {
    const end = xml.indexOf(']]>', at);
    if (end === -1) break;
    result += xml.slice(kept, at + CDATA.length) + search('CommandLine', xml.slice(at + CDATA.length, end));
    kept = end;
  }
  return result + xml.slice(kept);
}

const redactField = (name: string, text: string, note: Note): string => {
  if (isCommandField(name)) return redactCommandLine(text, note);
  if (SECRET_FIELD.test(name) && text !== '' && text !== REDACTED) {
    note({ before: '', text, by: REDACTED });
    return REDACTED;
  }
  return redactText(TASK_FIELD.test(name) ? redactTask(text, note) : text, note);
};

/** A scheduled task's definition: its arguments are redacted as those of its command. */
function redactTask(definition: string, note: Note): string {
  return definition.replace(EXEC, (whole, command: string, between: string, args: string) => {
    const line = `${unescapeXml(command)} ${unescapeXml(args)}`;
    const redacted = redactCommandLine(line, note);
    if (redacted === line) return whole;
    return `<Command>${command}</Command>${between}<Arguments>${escapeXml(redacted.slice(unescapeXml(command).length + 1))}</Arguments>`;
  });
}

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, reference: string) => {
    const code = /^#x/i.test(reference)
      ? Number.parseInt(reference.slice(2), 16)
      : reference.startsWith('#')
        ? Number(reference.slice(1))
        : null;
    if (code === null) return NAMED[reference] ?? whole;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
