import { type CaseFile, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';

/** An exception in editable form: lists as lines, the end in the browser's own time zone (`2026-11-22T18:30`). */
export interface ExceptionDraft {
  account: string;
  /** A kind of case, or `any`. */
  kind: string;
  sources: string;
  destinations: string;
  persons: string;
  /** ISO 8601; null: from now on. */
  startsAt: string | null;
  endsAt: string;
  reason: string;
  approvedBy: string;
}

const { backDaysMax, namesMax } = limits.exceptions;

/** An exception with only an account; `now` in epoch milliseconds. */
export function emptyDraft(account: string, now: number): ExceptionDraft {
  return {
    account,
    kind: 'any',
    sources: '',
    destinations: '',
    persons: '',
    startsAt: null,
    endsAt: localTime(now + DAY),
    reason: '',
    approvedBy: '',
  };
}

/**
 * An exception that permits exactly a case's findings. A list stays open where a finding has no value: otherwise the exception
 * would not permit it.
 */
export function draftOfCase(file: CaseFile, now: number): ExceptionDraft {
  const { findings } = file;
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const lines = (list: (finding: CaseFile['findings'][number]) => readonly string[]) => {
    const names = [...new Set(findings.flatMap(list))];
    const isComplete = findings.every((finding) => list(finding).length > 0);
    return isComplete && names.length <= namesMax ? names.join('\n') : '';
  };
  return {
    ...emptyDraft(accountsOf(file), now),
    kind: kinds.length === 1 ? kinds[0]! : 'any',
    sources: lines(({ sources }) => sources),
    destinations: lines(({ destinations }) => destinations),
    persons: lines(({ persons }) => persons),
    startsAt: beginOf(file, now),
  };
}

/** The account of a case; for several, which one exception must permit together, their common prefix. */
function accountsOf({ account, other_accounts }: CaseFile): string {
  const shared = other_accounts.reduce((prefix, name) => {
    let length = 0;
    while (length < prefix.length && prefix[length] === name[length]) length += 1;
    return prefix.slice(0, length);
  }, account);
  return other_accounts.length === 0 || shared === '' ? account : `${shared}*`;
}

/** The start of a case, if an exception may start that early; else null. */
export function beginOf({ first_seen }: Pick<CaseFile, 'first_seen'>, now: number): string | null {
  return Date.parse(first_seen) > now - backDaysMax * DAY ? first_seen : null;
}

/** The names in a text field, separated by line breaks or commas. */
export const namesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** A time in the format of `datetime-local` fields, in the browser's time zone. */
export function localTime(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
