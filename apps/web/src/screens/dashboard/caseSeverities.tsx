import { type CaseRow, type CaseSeverity, caseSeverities } from '@scout/contract';
import { keyOf } from '@scout/detection';
import { type Column, SeverityBadge } from '@scout/ui';
import { useMemo } from 'react';
import { useActiveCases } from './activeCases.ts';

/** The severity of the most severe active case of each account; accounts without a case have none. */
export type CaseSeverities = (account: string) => CaseSeverity | undefined;

/** The severities of the active cases; null while there are none. */
export function useCaseSeverities(): CaseSeverities | null {
  const cases = useActiveCases();
  return useMemo(() => (cases?.length ? severitiesOf(cases) : null), [cases]);
}

/** Looks up accounts whatever their case, in all cases that list them. */
export function severitiesOf(
  cases: readonly Pick<CaseRow, 'account' | 'other_accounts' | 'severity'>[],
): CaseSeverities {
  const mostSevere = new Map<string, CaseSeverity>();
  for (const { account, other_accounts, severity } of cases)
    for (const key of [account, ...other_accounts].map(keyOf)) {
      const known = mostSevere.get(key);
      if (known === undefined || rankOf(severity) < rankOf(known)) mostSevere.set(key, severity);
    }
  return (account) => mostSevere.get(keyOf(account));
}

/** Rows of accounts with those of more severe cases first, otherwise in their order. */
export function rankedByCase<Row extends { serviceAccount: string }>(
  rows: readonly Row[],
  severityOf: CaseSeverities,
): Row[] {
  const rank = ({ serviceAccount }: Row) => rankOf(severityOf(serviceAccount));
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

const rankOf = (severity: CaseSeverity | undefined) =>
  severity === undefined ? caseSeverities.length : caseSeverities.indexOf(severity);

/** The columns of a table with the severity of each account's case before its name; as they are while no account has a case. */
export function withCaseMarks<Row>(
  columns: readonly Column<Row>[],
  severityOf: CaseSeverities | null,
): readonly Column<Row>[] {
  if (severityOf === null) return columns;
  return columns.map((column) => {
    if (column.kind !== 'mono' || column.names !== 'account') return column;
    const mark = (row: Row) => <CaseMark severity={severityOf(column.value(row) ?? '')} />;
    return { ...column, mark };
  });
}

/** The severity of an account's case before its name; its place stays empty where there is none. */
function CaseMark({ severity }: { severity: CaseSeverity | undefined }) {
  if (severity === undefined) return <span className="w-2.5 shrink-0" />;
  return <SeverityBadge level={severity} words={`${severity[0]!.toUpperCase()}${severity.slice(1)} case`} />;
}
