import { randomUUID } from 'node:crypto';

/** Fields that vary between test cases; see scout.cases. */
export interface CaseState {
  readonly account?: string;
  /** Keys of further accounts. */
  readonly otherAccounts?: readonly string[];
  readonly kind?: string;
  readonly severity?: 'critical' | 'high' | 'medium' | 'low';
  readonly sentence?: string;
  /** The sentence of its finding in parts. */
  readonly statement?: object;
  readonly level?: 'acted' | 'same-session' | 'present' | null;
  readonly persons?: readonly string[];
  readonly sources?: readonly string[];
  readonly destinations?: readonly string[];
  readonly reasons?: readonly { facet: string; class: string; surprise: number }[];
  readonly firstSeen?: Date;
  readonly lastSeen?: Date;
  readonly status?: 'open' | 'acknowledged';
  /** Identities of the events of its only finding. */
  readonly events?: readonly string[];
}

/**
 * A case with one finding, in the assessor's format, for tests of people's actions. The assessor leaves both unchanged: the case
 * counts as touched, and the finding as judged long ago.
 * @param run runs a statement as the database's owner
 * @returns its number
 */
export async function seedCase(
  run: (sql: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>,
  tenantId: string,
  state: CaseState = {},
): Promise<number> {
  const {
    account = 'svc.billing',
    kind = 'person-used-account',
    severity = 'high',
    persons = ['m.keller'],
    level = persons.length === 0 ? null : 'acted',
    sources = ['FIN-LAPTOP3'],
    destinations = ['PRD-SQL01'],
    sentence = `${persons[0] ?? 'Someone'} used ${account} from ${sources[0]} to ${destinations[0]}.`,
    reasons = [{ facet: 'use', class: 'person', surprise: 14.2 }],
    lastSeen = new Date(),
    firstSeen = lastSeen,
    status = 'open',
    otherAccounts = [],
    events = [],
    statement,
  } = state;
  const evidence = events.map((id) => ({ id, record_id: null, time: lastSeen.toISOString() }));
  const people = persons.map((name) => ({ name, level: level ?? 'present' }));
  const lists = [people, sources, destinations, reasons, evidence].map((list) => JSON.stringify(list));
  const person = persons.length === 1 ? persons[0] : null;
  const { rows } = await run(
    `WITH numbered AS (
       INSERT INTO scout.assessments (tenant_id, last_case_number) VALUES ($1, 1)
       ON CONFLICT (tenant_id) DO UPDATE SET last_case_number = assessments.last_case_number + 1
       RETURNING last_case_number AS number),
     made AS (
       INSERT INTO scout.cases (tenant_id, case_id, number, case_key, account, account_key, kind, severity, score, sentence, person,
         person_level, persons, sources, destinations, reasons, findings, first_seen, last_seen, opened_at, status, touched_at, accounts)
       SELECT $1, $2::uuid, number, $2::uuid::text, $3::text, lower($3::text), $4, $5, 20, $6, $7, $8, $9, $10, $11, $12, 1, $14, $15, $14, $16, now(), $18
       FROM numbered RETURNING *),
     found AS (
       INSERT INTO scout.findings (tenant_id, finding_id, case_id, hour, occurred_at, account, account_key, kind, severity, score,
         sentence, person, person_level, persons, sources, destinations, reasons, events, statement)
       SELECT tenant_id, gen_random_uuid(), case_id, '2000-01-01', last_seen, account, account_key, kind, severity, score, sentence,
         person, person_level, persons, sources, destinations, reasons, $13, $17
       FROM made)
     SELECT number FROM made`,
    [
      tenantId,
      randomUUID(),
      account,
      kind,
      severity,
      sentence,
      person,
      level,
      ...lists,
      firstSeen,
      lastSeen,
      status,
      statement === undefined ? null : JSON.stringify(statement),
      JSON.stringify(otherAccounts),
    ],
  );
  return Number(rows[0]!.number);
}
