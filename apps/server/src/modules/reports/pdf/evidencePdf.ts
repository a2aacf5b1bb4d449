import { activityWords } from '@scout/cases';
import {
  caseNumberText,
  type EvidenceEntry,
  type EvidenceFile,
  type EvidenceType,
  kindTitle,
  machineText,
  ownerDecisions,
  ownerDecisionTitles,
  reportedCase,
  statusTitles,
} from '@scout/contract';
import { drawSheet, INK, PAGE, type Sheet, WIDTH } from './sheet.ts';
import { heading, type PdfColumn, paragraph, table } from './table.ts';

type Of<T extends EvidenceEntry['type']> = Extract<EvidenceEntry, { type: T }>;

/** `2026-10-12 07:02:11`. */
const utc = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
const or = (text: string | null, otherwise: string): string => text ?? otherwise;
const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
const list = (names: readonly string[]): string => (names.length === 0 ? 'Any' : names.join(', '));

const levels = {
  acted: 'acted',
  'same-session': 'same session',
  present: 'was present',
  nobody: 'nobody',
} as const;
const closings = { misuse: 'misuse', expected: 'expected', false: 'false alarm' } as const;

function scopeText({ scope }: EvidenceFile): string {
  if ('case' in scope) return `Case ${caseNumberText(scope.case)}`;
  if ('review' in scope) return `Review ${scope.review} by owners`;
  return `${utc(scope.from)} to ${utc(scope.to)} UTC`;
}

/** Evidence as a PDF: the file's entries by type, and the head of their chain. */
export function evidencePdf(file: EvidenceFile): Promise<Buffer> {
  const about = scopeText(file);
  const entries = file.entries.map(({ entry }) => entry);
  const of = <T extends EvidenceEntry['type']>(type: T) =>
    entries.filter((entry): entry is Of<T> => entry.type === type);
  return drawSheet(
    {
      title: `Evidence, ${about}`,
      foot: `${file.organization.name} · Scout · head ${file.head}`,
      made: new Date(file.made_at),
      keywords: file.head,
    },
    (sheet) => {
      cover(sheet, file, about);
      if ('review' in file.scope) {
        reviewSections(sheet, of('review'), of('answer'));
        return;
      }
      section(sheet, file, 'use', 'Interactive use of accounts', uses, of('use'));
      section(sheet, file, 'finding', 'Findings', findings, of('finding'));
      if (file.left_out.event !== undefined) {
        section(sheet, file, 'event', 'Events behind the findings', events, of('event'));
        paragraph(sheet, 'The JSON file holds the raw text of these events; the hash is that of the text.');
      }
      section(sheet, file, 'case', 'Cases', cases, of('case'));
      section(sheet, file, 'decision', 'Decisions and comments', decisions, of('decision'));
      section(sheet, file, 'exception', 'Exceptions and break-glass windows', exceptions, of('exception'));
    },
  );
}

function cover(sheet: Sheet, file: EvidenceFile, about: string): void {
  sheet.y = 48;
  sheet.element('P', () =>
    sheet.line('Scout', PAGE.left, sheet.y, 100, { face: 'strong', size: 11, color: INK.accent }),
  );
  sheet.y += 28;
  sheet.element('H1', () => sheet.line('Evidence', PAGE.left, sheet.y, WIDTH, { face: 'strong', size: 24 }));
  sheet.y += 34;
  sheet.element('P', () =>
    sheet.line(file.organization.name, PAGE.left, sheet.y, WIDTH, { size: 13, color: INK.muted }),
  );
  sheet.y += 24;
  paragraph(sheet, `${about}. All times are UTC.`);
  paragraph(
    sheet,
    `Made on ${utc(file.made_at)} for ${file.made_by}, with ${file.count.toLocaleString('en-US')} ${file.count === 1 ? 'entry' : 'entries'}.`,
  );
  paragraph(
    sheet,
    'Each entry is hashed with the one before it. This is the head of the chain, SHA-256; the JSON file of the same entries has the same head, and the audit log of the organization names it:',
  );
  sheet.reserveHeight(20);
  sheet.element('P', () => sheet.line(file.head, PAGE.left, sheet.y, WIDTH, { face: 'mono', size: 10 }));
  sheet.y += 26;
}

/** A review: who began and closed it, and its accounts by decision. */
function reviewSections(
  sheet: Sheet,
  reviews: readonly Of<'review'>[],
  answers: readonly Of<'answer'>[],
): void {
  for (const { at, started_by, due, reminders, closed_at, closed_by } of reviews)
    paragraph(
      sheet,
      `${started_by} began the review on ${utc(at)}, due on ${utc(due)}. Owners were reminded ${reminders} ${reminders === 1 ? 'time' : 'times'}. ` +
        `It was closed on ${utc(closed_at)} ${closed_by === null ? 'automatically, with everything decided' : `by ${closed_by}`}.`,
    );
  const list = (
    title: string,
    rows: readonly Of<'answer'>[],
    columns: readonly PdfColumn<Of<'answer'>>[],
  ) => {
    heading(sheet, `${title}: ${rows.length.toLocaleString('en-US')}`);
    if (rows.length === 0) paragraph(sheet, 'None.');
    else table(sheet, columns, rows);
  };
  for (const decision of ownerDecisions)
    list(
      ownerDecisionTitles[decision],
      answers.filter((row) => row.decision === decision),
      decided,
    );
  const open = answers.filter((row) => row.decision === null);
  list(
    'Undecided',
    open.filter(({ owner }) => owner !== null),
    undecided,
  );
  list(
    'Without owner',
    open.filter(({ owner }) => owner === null),
    unowned,
  );
}

function section<T extends EvidenceType>(
  sheet: Sheet,
  file: EvidenceFile,
  type: T,
  title: string,
  columns: readonly PdfColumn<Of<T>>[],
  rows: readonly Of<T>[],
): void {
  const leftOut = file.left_out[type] ?? 0;
  heading(sheet, title);
  if (rows.length === 0) paragraph(sheet, 'None.');
  if (leftOut > 0)
    paragraph(
      sheet,
      `${leftOut.toLocaleString('en-US')} older ones are left out${'from' in file.scope ? ': choose a shorter period for them' : ''}.`,
    );
  if (rows.length > 0) table(sheet, columns, rows);
}

const muted = () => INK.muted;

const uses: readonly PdfColumn<Of<'use'>>[] = [
  { title: 'When', width: 56, face: 'mono', lines: 2, text: ({ at }) => utc(at) },
  { title: 'Account', width: 72, face: 'mono', lines: 3, text: ({ account }) => account },
  { title: 'Person', width: 60, face: 'mono', lines: 3, text: ({ person }) => or(person, 'Not named') },
  {
    title: 'From, to, how',
    width: 92,
    lines: 5,
    text: ({ source, server, program, kind }) =>
      `${or(source, 'unknown')} to ${or(server, 'unknown')}, ${activityWords(kind)}${program === null ? '' : ` with ${program}`}`,
  },
  { title: 'Why', width: 76, lines: 6, text: ({ reason }) => or(reason, 'No permission') },
  {
    title: 'Approved by, until',
    width: 83,
    lines: 5,
    text: ({ approved_by, permitted_until }) =>
      permitted_until === null ? 'Nobody' : `${or(approved_by, 'Nobody')}, until ${utc(permitted_until)}`,
    color: muted,
  },
];

const accountColumn: PdfColumn<Of<'answer'>> = {
  title: 'Account',
  width: 130,
  face: 'mono',
  lines: 3,
  text: ({ account }) => account,
};
const ownerColumn: PdfColumn<Of<'answer'>> = {
  title: 'Owner, asked by email',
  width: 110,
  lines: 4,
  text: ({ owner, asked }) => `${or(owner, 'Nobody')}${asked === null ? ', not asked' : ''}`,
};
const undecided = [accountColumn, { ...ownerColumn, width: 333 }];
const unowned = [{ ...accountColumn, width: 455 }];
const decided: readonly PdfColumn<Of<'answer'>>[] = [
  { title: 'When', width: 56, face: 'mono', lines: 2, text: ({ at }) => utc(at) },
  { ...accountColumn, width: 100 },
  ownerColumn,
  { title: 'Decided by', width: 90, lines: 4, text: ({ by }) => or(by, '') },
  { title: 'Comment', width: 85, lines: 8, text: ({ comment }) => or(comment, ''), color: muted },
];

const findings: readonly PdfColumn<Of<'finding'>>[] = [
  { title: 'When', width: 56, face: 'mono', lines: 2, text: ({ at }) => utc(at) },
  { title: 'Case', width: 36, face: 'mono', text: (row) => caseNumberText(row.case) },
  {
    title: 'What was found',
    width: 210,
    lines: 6,
    text: ({ kind, sentence }) => `${kindTitle(kind)}: ${sentence}`,
  },
  {
    title: 'Person, and evidence',
    width: 106,
    lines: 5,
    text: ({ persons, person_level }) =>
      persons.length === 0 ? 'Nobody' : `${persons.join(', ')} (${levels[person_level]})`,
  },
  {
    title: 'Permitted',
    width: 43,
    text: ({ exception }) => (exception === null ? 'No' : 'Yes'),
    color: muted,
  },
];

const events: readonly PdfColumn<Of<'event'>>[] = [
  { title: 'When', width: 56, face: 'mono', lines: 2, text: ({ at }) => utc(at) },
  {
    title: 'Event',
    width: 110,
    lines: 3,
    text: ({ event_id, event_type }) => `${event_id ?? ''} ${or(event_type, 'No longer stored')}`.trim(),
  },
  { title: 'Machine', width: 79, face: 'mono', lines: 3, text: ({ computer }) => or(computer, '') },
  { title: 'Account', width: 72, face: 'mono', lines: 3, text: ({ account }) => or(account, '') },
  {
    title: 'Hash of its raw text, SHA-256',
    width: 134,
    face: 'mono',
    lines: 4,
    text: ({ raw_sha256 }) => or(raw_sha256, ''),
    color: muted,
  },
];

const cases: readonly PdfColumn<Of<'case'>>[] = [
  { title: 'Opened', width: 56, face: 'mono', lines: 2, text: ({ at }) => utc(at) },
  { title: 'Case', width: 36, face: 'mono', text: ({ number }) => caseNumberText(number) },
  {
    title: 'Severity',
    width: 44,
    text: ({ severity }) => capitalized(severity),
    color: ({ severity }) => INK.severities[severity],
  },
  { title: 'What happened', width: 186, lines: 12, text: reportedCase },
  {
    title: 'State',
    width: 129,
    lines: 6,
    text: ({ status, closed_as, close_reason }) =>
      closed_as === null
        ? statusTitles[status]
        : `${statusTitles[status]}, ${closings[closed_as]}: ${or(close_reason, '')}`,
    color: muted,
  },
];

const decisions: readonly PdfColumn<Of<'decision'>>[] = [
  { title: 'When', width: 56, face: 'mono', lines: 2, text: ({ at }) => utc(at) },
  { title: 'Case', width: 36, face: 'mono', text: (row) => caseNumberText(row.case) },
  { title: 'By', width: 110, face: 'mono', lines: 3, text: ({ by }) => by },
  {
    title: 'What',
    width: 261,
    lines: 12,
    text: ({ kind, text, closed_as }) =>
      `${capitalized(kind)}${closed_as === null ? '' : ` as ${closings[closed_as]}`}${text === null ? '' : `: ${text}`}`,
  },
];

const exceptions: readonly PdfColumn<Of<'exception'>>[] = [
  { title: 'From', width: 56, face: 'mono', lines: 2, text: ({ at }) => utc(at) },
  { title: 'Until', width: 56, face: 'mono', lines: 2, text: ({ until }) => utc(until) },
  { title: 'Account', width: 72, face: 'mono', lines: 3, text: ({ account }) => account },
  {
    title: 'Sources, servers, persons',
    width: 93,
    lines: 6,
    text: ({ sources, servers, persons }) =>
      `${list(sources.map(machineText))}; ${list(servers.map(machineText))}; ${list(persons)}`,
  },
  { title: 'Reason', width: 84, lines: 8, text: ({ reason }) => reason },
  {
    title: 'Approved, recorded',
    width: 78,
    lines: 6,
    text: ({ approved_by, recorded_by }) => `${or(approved_by, 'Nobody')}, recorded by ${recorded_by}`,
    color: muted,
  },
];
