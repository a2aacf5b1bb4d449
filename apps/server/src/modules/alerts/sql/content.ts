import {
  type CaseReason,
  type CaseStatus,
  caseAdvice,
  type EvidenceLevel,
  kindTitle,
  levelText,
  reasonTitle,
} from '@scout/contract';
import type { EmailProps } from '@scout/emails';
import type pg from 'pg';
import type { CasePerson, Severity } from '../../../platform/database/columns.ts';
import type { Due } from '../dispatch.ts';
import type { AlertedOrganization } from './recipients.ts';

/** Maximum cases in a summary, and names and reasons in an alert. */
const LISTED = 20;
const NAMES = 10;
const REASONS = 5;

/** A case at the time of the notice. */
export interface AlertedCase {
  readonly caseId: string;
  readonly number: number;
  readonly account: string;
  /** Keys of its further accounts. */
  readonly otherAccounts: string[];
  /** Kind of its most severe finding. */
  readonly kind: string;
  /** Kinds of all its findings. */
  readonly kinds: readonly string[];
  readonly severity: Severity;
  readonly score: number;
  readonly sentence: string;
  readonly persons: readonly CasePerson[];
  readonly personLevel: EvidenceLevel;
  readonly sources: string[];
  readonly destinations: string[];
  readonly reasons: readonly CaseReason[];
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly status: CaseStatus;
  /** Null unless closed. */
  readonly closedAt: Date | null;
}

/** Cases by id or number; deleted ones are omitted. Transaction role: scout_alerts or a member's. */
export async function readAlertedCases(
  client: pg.ClientBase,
  tenantId: string,
  selection: { readonly caseIds: readonly string[] } | { readonly numbers: readonly number[] },
): Promise<Map<string, AlertedCase>> {
  const { rows } = await client.query<{
    case_id: string;
    number: string;
    account: string;
    accounts: string[];
    kind: string;
    kinds: string[];
    severity: Severity;
    score: number;
    sentence: string;
    persons: CasePerson[];
    person_level: CasePerson['level'] | null;
    sources: string[];
    destinations: string[];
    reasons: CaseReason[];
    first_seen: Date;
    last_seen: Date;
    status: CaseStatus;
    closed_at: Date | null;
  }>(
    `SELECT case_id, number, account, accounts, kind, ARRAY(
         SELECT DISTINCT f.kind FROM scout.findings f WHERE f.tenant_id = $1 AND f.case_id = c.case_id) AS kinds, severity, score, sentence, persons, person_level, sources, destinations, reasons, first_seen,
       last_seen, status, closed_at
     FROM scout.cases c WHERE tenant_id = $1 AND ${'caseIds' in selection ? 'case_id = ANY ($2::uuid[])' : 'number = ANY ($2::bigint[])'}`,
    [tenantId, 'caseIds' in selection ? selection.caseIds : selection.numbers],
  );
  return new Map(
    rows.map((row) => [
      row.case_id,
      {
        caseId: row.case_id,
        number: Number(row.number),
        account: row.account,
        otherAccounts: row.accounts,
        kind: row.kind,
        kinds: row.kinds,
        severity: row.severity,
        score: row.score,
        sentence: row.sentence,
        persons: row.persons,
        personLevel: row.person_level ?? row.persons[0]?.level ?? 'nobody',
        sources: row.sources,
        destinations: row.destinations,
        reasons: row.reasons,
        firstSeen: row.first_seen,
        lastSeen: row.last_seen,
        status: row.status,
        closedAt: row.status === 'closed' ? row.closed_at : null,
      },
    ]),
  );
}

interface Frame {
  readonly organization: Pick<AlertedOrganization, 'companyName' | 'timeZone'>;
  readonly origin: string;
  readonly unsubscribe: string;
}

/** @param isKnown true if the recipient was already notified of this case */
export function alertProps(
  { kind, names, about }: Due,
  isKnown: boolean,
  { organization, origin, unsubscribe }: Frame,
): EmailProps['case-alert'] {
  const persons = about.persons.map(({ name }) => name);
  const attributed = { persons, person_level: about.personLevel };
  const facts = { ...about, ...attributed, other_accounts: about.otherAccounts };
  return {
    kind: isKnown ? kind : 'opened',
    number: about.number,
    account: about.account,
    otherAccounts: shortened(about.otherAccounts),
    title: kindTitle(about.kind),
    severity: about.severity,
    sentence: about.sentence,
    reasons: [...new Set(about.reasons.map(reasonTitle))].slice(0, REASONS),
    persons: shortened(persons),
    evidence: levelText(attributed),
    gained: isKnown ? shortened(names) : [],
    advice: caseAdvice(facts),
    firstSeen: about.firstSeen.toISOString(),
    lastSeen: about.lastSeen.toISOString(),
    timeZone: organization.timeZone,
    organization: organization.companyName,
    link: `${origin}/cases/${about.number}`,
    unsubscribe,
  };
}

/** @param dues most severe first */
export function summaryProps(
  kind: EmailProps['case-summary']['kind'],
  dues: readonly Due[],
  { organization, origin, unsubscribe }: Frame,
): EmailProps['case-summary'] {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { about } of dues) counts[about.severity] += 1;
  return {
    kind,
    total: dues.length,
    counts,
    cases: dues.slice(0, LISTED).map(({ about: { number, account, severity, sentence } }) => ({
      number,
      account,
      severity,
      sentence,
      link: `${origin}/cases/${number}`,
    })),
    since: new Date(Math.min(...dues.map(({ since }) => since.getTime()))).toISOString(),
    timeZone: organization.timeZone,
    organization: organization.companyName,
    link: `${origin}/cases`,
    unsubscribe,
  };
}

const shortened = (names: readonly string[]): string[] =>
  names.length <= NAMES ? [...names] : [...names.slice(0, NAMES), `${names.length - NAMES} more`];
