import { type CaseSeverity, caseSeverities, emailProblem, kindTitles, limits } from '@scout/contract';
import { timeZone } from '../../events/clock.ts';
import { type Days, daysText, readDays } from '../lists/days.ts';

/*
 * The query string of the list of cases. It is untrusted input: invalid values count as missing.
 *
 *   status=closed|excused|all   severity=high   kind=new-source   assignee=me|none|ada@bank.example   account=svc.billing   text=keller
 *   opened=2026-11-01..2026-11-12
 */

export const caseViews = ['active', 'closed', 'excused', 'all'] as const;
export type CaseView = (typeof caseViews)[number];

/** Assignee of a case: anyone, the viewer, nobody, or the address of a member. */
export type Holder = 'anyone' | 'me' | 'none' | (string & {});

/** The cases that the list shows. */
export interface CaseListFilter {
  status: CaseView;
  severity: CaseSeverity | 'any';
  kind: string;
  assignee: Holder;
  /** An account in full, in any spelling. */
  account: string;
  /** Parts of the names of accounts, people and hosts. */
  text: string;
  opened: Days | null;
}

/** The filter of an address without one. */
export const everyCase: CaseListFilter = {
  status: 'all',
  severity: 'any',
  kind: '',
  assignee: 'anyone',
  account: '',
  text: '',
  opened: null,
};

const NAME_MAX = limits.names.textMax;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

function readHolder(text: string | null): Holder {
  if (text === 'me' || text === 'none') return text;
  return text !== null && emailProblem(text) === undefined ? text.trim().toLowerCase() : 'anyone';
}

export function readCaseFilter(params: URLSearchParams): CaseListFilter {
  const kind = params.get('kind') ?? '';
  return {
    status: oneOf(caseViews, params.get('status')) ?? 'active',
    severity: oneOf(caseSeverities, params.get('severity')) ?? 'any',
    kind: kindTitles.some(([known]) => known === kind) ? kind : '',
    assignee: readHolder(params.get('assignee')),
    account: (params.get('account') ?? '').trim().slice(0, NAME_MAX),
    text: (params.get('text') ?? '').trim().slice(0, NAME_MAX),
    opened: readDays(params.get('opened')),
  };
}

export function writeCaseFilter(params: URLSearchParams, change: Partial<CaseListFilter>): void {
  const { status, severity, kind, assignee, account, text, opened } = {
    ...readCaseFilter(params),
    ...change,
  };
  const write = (key: string, value: string, usual: string) =>
    value === usual ? params.delete(key) : params.set(key, value);
  write('status', status, 'active');
  write('severity', severity, 'any');
  write('kind', kind, '');
  write('assignee', assignee, 'anyone');
  write('account', account.trim().slice(0, NAME_MAX), '');
  write('text', text.trim().slice(0, NAME_MAX), '');
  write('opened', opened === null ? '' : daysText(opened), '');
}

/** True when the filter may hide cases by more than their status. */
export const isNarrowed = ({ severity, kind, assignee, account, text, opened }: CaseListFilter): boolean =>
  text !== '' ||
  severity !== 'any' ||
  kind !== '' ||
  assignee !== 'anyone' ||
  account !== '' ||
  opened !== null;

/** The input of the calls for a filter; `me` is the address of the viewer. */
export function queryOf(filter: CaseListFilter, me: string) {
  const { status, severity, kind, assignee, account, text, opened } = filter;
  return {
    ...(status !== 'all' && { status }),
    ...(severity !== 'any' && { severity }),
    ...(kind !== '' && { kind }),
    ...(assignee !== 'anyone' && { assignee: assignee === 'me' ? me : assignee }),
    ...(account !== '' && { account }),
    ...(text !== '' && { text }),
    ...(opened !== null && { opened_from: opened.from, opened_to: opened.to, tz: timeZone }),
  };
}
