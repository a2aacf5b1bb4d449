import type { MonthlyReport } from './entities/monthlyReport.ts';

/** Figures of the monthly report in display order. */
export const monthlyFigures = [
  ['failed_logons', 'Failed logons'],
  ['interactive_logons', 'Interactive logons'],
  ['account_activity', 'Account activity'],
  ['infrastructure_changes', 'Infrastructure changes'],
  ['cases_opened', 'Cases opened'],
  ['cases_closed', 'Cases closed'],
] as const satisfies readonly (readonly [keyof MonthlyReport['figures'], string])[];

/** Rankings of the monthly report: title, heading of the names, and unit of the counts. */
export const monthlyRankings = [
  { key: 'accounts', title: 'Top accounts', name: 'Service account', counted: 'Incidents' },
  { key: 'persons', title: 'Top persons', name: 'Person', counted: 'Events' },
  { key: 'servers', title: 'Top servers', name: 'Server', counted: 'Incidents' },
] as const;

/** `November 2026` for `2026-11`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

const number = (n: number) => n.toLocaleString('en-US');
const counted = (n: number, one: string, many: string) => `${number(n)} ${n === 1 ? one : many}`;

/** The sentence of a case in a report, followed by its accounts if there are several. */
export const reportedCase = ({
  sentence,
  account,
  other_accounts,
}: {
  readonly sentence: string;
  readonly account: string;
  readonly other_accounts: readonly string[];
}): string =>
  other_accounts.length === 0
    ? sentence
    : `${sentence} Accounts: ${[account, ...other_accounts].join(', ')}.`;

/** Gaps among the machines with agents: "No gaps on 7 machines", "5 gaps on 2 of 118 machines". */
const gapsText = ({ gaps, machines, machines_with_gaps }: MonthlyReport['coverage']): string =>
  gaps === 0
    ? `No gaps on ${counted(machines, 'machine', 'machines')}`
    : `${counted(gaps, 'gap', 'gaps')} on ${number(machines_with_gaps)} of ${counted(Math.max(machines, machines_with_gaps), 'machine', 'machines')}`;

/** Sentence about a month before that is only counted in part; null if it is counted in full. Its day is one of the organization's zone. */
export const partialMonthBefore = ({ before_since, time_zone }: MonthlyReport): string | null =>
  before_since === null
    ? null
    : `Previous month: events only since ${new Intl.DateTimeFormat('en-US', { timeZone: time_zone, month: 'long', day: 'numeric' }).format(new Date(before_since))}.`;

/** Short facts beside the figures of the monthly report. */
export function monthlyFacts({
  cases,
  coverage,
  exceptions,
  ownerless,
}: MonthlyReport): { name: string; value: string }[] {
  return [
    { name: 'Cases', value: `${number(cases.open)} open at the end` },
    {
      name: 'Coverage',
      value: `${gapsText(coverage)}, ${counted(coverage.silent_total, 'machine', 'machines')} silent for a day`,
    },
    {
      name: 'Exceptions',
      value:
        exceptions.in_force === 0
          ? 'No exceptions in force'
          : `${number(exceptions.used)} of ${number(exceptions.in_force)} in force used`,
    },
    {
      name: 'Without owner',
      value: `${number(ownerless.total)} of ${counted(ownerless.known, 'account', 'accounts')}`,
    },
  ];
}
