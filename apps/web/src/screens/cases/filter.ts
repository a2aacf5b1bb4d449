import { type CaseSeverity, caseSeverities } from '@scout/contract';

/*
 * The query string of the list of cases. It is untrusted input: invalid values count as missing.
 *
 *   status=closed|excused|all   severity=high   assignee=me|none   account=svc.billing
 */

export const caseViews = ['active', 'closed', 'excused', 'all'] as const;
export type CaseView = (typeof caseViews)[number];

export const holders = ['anyone', 'me', 'none'] as const;
export type Holder = (typeof holders)[number];

/** The cases that the list shows. */
export interface CaseListFilter {
  status: CaseView;
  severity: CaseSeverity | 'any';
  assignee: Holder;
  account: string;
}

const ACCOUNT_MAX = 200;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

export function readCaseFilter(params: URLSearchParams): CaseListFilter {
  return {
    status: oneOf(caseViews, params.get('status')) ?? 'active',
    severity: oneOf(caseSeverities, params.get('severity')) ?? 'any',
    assignee: oneOf(holders, params.get('assignee')) ?? 'anyone',
    account: (params.get('account') ?? '').trim().slice(0, ACCOUNT_MAX),
  };
}

export function writeCaseFilter(params: URLSearchParams, change: Partial<CaseListFilter>): void {
  const { status, severity, assignee, account } = { ...readCaseFilter(params), ...change };
  const write = (key: string, value: string, usual: string) =>
    value === usual ? params.delete(key) : params.set(key, value);
  write('status', status, 'active');
  write('severity', severity, 'any');
  write('assignee', assignee, 'anyone');
  write('account', account.trim().slice(0, ACCOUNT_MAX), '');
}

/** True when cases may be hidden by more than the status. */
export const isNarrowed = ({ severity, assignee, account }: CaseListFilter): boolean =>
  severity !== 'any' || assignee !== 'anyone' || account !== '';

/** The input of the call for a filter; `me` is the address of the viewer. */
export function queryOf({ status, severity, assignee, account }: CaseListFilter, me: string) {
  return {
    ...(status !== 'all' && { status }),
    ...(severity !== 'any' && { severity }),
    ...(assignee !== 'anyone' && { assignee: assignee === 'me' ? me : ('none' as const) }),
    ...(account !== '' && { account }),
  };
}
