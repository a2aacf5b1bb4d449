import type { NormalisedRow } from '../event.ts';
import { FAILURE_FIELDS } from '../failureReason.ts';
import { DATA_NAMES } from '../normalise/rawEvent.ts';
import { SOURCE_FIELDS } from '../sourceHosts.ts';
import { type Note, REDACTED, type Replaced } from './span.ts';
import { isCommandField, mapTexts } from './texts.ts';

/** A secret of a record, and what stands for it elsewhere in the record. */
export interface Found {
  readonly text: string;
  readonly by: string;
  /** True: only where no letter or digit is beside it, so that a short secret does not cut other words. */
  readonly isWord: boolean;
}

/** Maximum findings of a record that are looked for elsewhere in it; each secret makes two or three. */
const MOST_FOUND = 96;
/** Maximum characters compared, over all ways of writing all secrets: some milliseconds. */
const WORK = 16_000_000;
/** Fields of an event beside its data, and those to which Elastic moves data. */
const EVENT_FIELDS = [
  ...[
    'Computer',
    'Channel',
    'EventID',
    'EventRecordID',
    'computer_name',
    'provider_name',
    'channel',
    'record_id',
  ],
  ...['name', 'hostname', 'ip', 'domain', 'executable'],
];
/** A longer secret is no part of another word by chance. */
const TELLING = 8;
/** A shorter secret is only removed together with the text before it, and as an argument of its own. */
const LEAST = 4;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char]!);

/** Collects what is replaced in a record, for {@link withoutFound}. */
export function findings(found: Found[]): Note {
  return (replaced) => {
    if (found.length >= MOST_FOUND) return;
    const { before, text, by } = replaced;
    found.push({ text: before + text, by: before + by, isWord: false });
    const secret = secretOf(replaced);
    if (secret !== text) found.push({ text, by, isWord: text.length < TELLING });
    if (secret !== '')
      found.push({
        text: secret,
        by: by.includes(REDACTED) ? REDACTED : by,
        isWord: secret.length < TELLING,
      });
  };
}

/** What the replacement stands for, without an option before it (`-Phunter2`) and without quotes around it. */
function secretOf({ text, by }: Replaced): string {
  const at = by.indexOf(REDACTED);
  if (at === -1) return text;
  const [prefix, suffix] = [by.slice(0, at), by.slice(at + REDACTED.length)];
  const isKept =
    text.startsWith(prefix) && text.endsWith(suffix) && text.length > prefix.length + suffix.length;
  const own = isKept ? text.slice(prefix.length, text.length - suffix.length) : text;
  return /^(\\?["'])([\s\S]+)\1$/.exec(own)?.[2] ?? own;
}

/** Row fields that name accounts, machines and programs: the type sees to it that none is missing. */
const ROW_FIELDS: Readonly<Record<keyof NormalisedRow, true>> = {
  timestamp: true,
  event_type: true,
  event_id: true,
  record_id: true,
  provider: true,
  target_user_name: true,
  target_domain_name: true,
  subject_user_name: true,
  subject_domain_name: true,
  system_context_computer_name: true,
  target_computer_name: true,
  source_info_workstation_name: true,
  source_host: true,
  logon_type: true,
  process_information_new_process_name: true,
  process_information_command_line: true,
  process_information_parent_process_name: true,
  failure_reason: true,
  status: true,
  sub_status: true,
  logon_id: true,
  subject_logon_id: true,
  linked_logon_id: true,
  process_name: true,
  authentication_package: true,
  service_name: true,
  ticket_encryption: true,
  ticket_details: true,
  object_name: true,
  object_id: true,
  change: true,
};
/**
 * Fields that rows are made of. They stay as the search of command lines left them: otherwise `--password=svc.billing` on a command
 * line would remove the account from its own event, and with it the incident.
 */
const READ: ReadonlySet<string> = new Set(
  [...Object.keys(ROW_FIELDS), ...SOURCE_FIELDS, ...FAILURE_FIELDS, ...DATA_NAMES, ...EVENT_FIELDS].map(
    (name) => name.toLowerCase(),
  ),
);
/** True for a field that rows are made of and that is no command line. */
export const isRead = (name: string): boolean => READ.has(name.toLowerCase()) && !isCommandField(name);
/** A list of arguments, each of which may be a secret as a whole. */
const ARGUMENTS = /^(?:args|process_?args)$/i;
/** An element's tag, and the text that follows it. */
const ELEMENT = /(<[^\s<>/!?][^<>]{0,512}>)([^<]+)/g;
const ELEMENT_NAME = /\sName=["']([^"']*)["']|^<(?:\w+:)?([\w.-]+)/g;

/**
 * A record without the secrets that were found in some of its fields, in all texts that no row is made of: as they are, and escaped as
 * in XML and in JSON. Where that is too much work, such a text is replaced as a whole.
 */
export function withoutFound(value: unknown, found: readonly Found[]): unknown {
  const forms = [...found].sort((a, b) => b.text.length - a.text.length).flatMap(formsOf);
  const secrets = new Set(found.map(({ text }) => text));
  let left = found.length >= MOST_FOUND ? 0 : WORK / Math.max(1, forms.length);
  const clean = (text: string): string => {
    left -= text.length;
    return left < 0 ? REDACTED : forms.reduce((cleaned, form) => form(cleaned), text);
  };
  return mapTexts(value, (text, name) => {
    if (ARGUMENTS.test(name)) return secrets.has(text) ? REDACTED : clean(text);
    if (name === 'xml') return withoutFoundInXml(text, clean);
    return READ.has(name.toLowerCase()) || isCommandField(name) ? text : clean(text);
  });
}

function withoutFoundInXml(xml: string, clean: (text: string) => string): string {
  return xml.replace(ELEMENT, (whole, tag: string, text: string) => {
    const named = [...tag.matchAll(ELEMENT_NAME)].at(-1);
    const name = named?.[1] ?? named?.[2] ?? '';
    return READ.has(name.toLowerCase()) || isCommandField(name) ? whole : tag + clean(text);
  });
}

/** Replaces a secret, in each of the ways in which it may be written. */
function formsOf({ text, by, isWord }: Found): ((within: string) => string)[] {
  if (text.length < LEAST) return [];
  const inJson = (plain: string): string => JSON.stringify(plain).slice(1, -1);
  const written = new Map([
    [text, by],
    [escapeXml(text), escapeXml(by)],
    [inJson(text), inJson(by)],
    [inJson(escapeXml(text)), inJson(escapeXml(by))],
  ]);
  return [...written].map(([secret, mark]) => (within) => {
    if (!within.includes(secret)) return within;
    return isWord ? replaceWord(within, secret, mark) : within.replaceAll(secret, () => mark);
  });
}

const WORD = /[\p{L}\p{N}_]/u;

/** Replaces a text where it stands alone. Linear: each place is looked at once. */
function replaceWord(within: string, secret: string, mark: string): string {
  let result = '';
  let kept = 0;
  for (let at = within.indexOf(secret); at !== -1; at = within.indexOf(secret, at + secret.length)) {
    const end = at + secret.length;
    if (WORD.test(within[at - 1] ?? '') || WORD.test(within[end] ?? '')) continue;
    result += within.slice(kept, at) + mark;
    kept = end;
  }
  return result + within.slice(kept);
}
