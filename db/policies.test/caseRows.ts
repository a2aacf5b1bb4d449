import { randomUUID } from 'node:crypto';
import type { Actor } from '@scout/server/platform/database/pool';
import { type Arrangement, type Organization, run } from './support.ts';

/** The role that assesses an organization. */
export const assessor = (tenantId: string): Actor => ({ role: 'scout_assessor', tenantId });

/** SQL with one parameter, the tenant, that adds a row to each table of cases with the product's role for it. */
export const insertFinding = (caseId: string) => `
  INSERT INTO scout.findings (tenant_id, finding_id, case_id, hour, occurred_at, account, account_key, kind, severity, score, sentence)
  VALUES ($1, '${randomUUID()}', '${caseId}', now(), now(), 'svc.billing', 'svc.billing', 'new-source', 'high', 12, 'It was.')`;
export const insertCase = (caseId: string, number = 1) => `
  INSERT INTO scout.cases (tenant_id, case_id, number, case_key, account, account_key, kind, severity, score, sentence, first_seen,
    last_seen, opened_at) VALUES ($1, '${caseId}', ${number}, '${caseId}', 'svc.billing', 'svc.billing', 'new-source', 'high', 12,
    'It was.', now(), now(), now())`;
export const insertComment = (caseId: string) => `
  INSERT INTO scout.case_comments (tenant_id, comment_id, case_id, author, body)
  VALUES ($1, '${randomUUID()}', '${caseId}', 'ada@northwind.example', 'Asked.')`;
export const insertException = (exceptionId = randomUUID()) => `
  INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, starts_at, ends_at, reason, created_by)
  VALUES ($1, '${exceptionId}', 'svc.billing', now(), now() + interval '1 day', 'Restore test', 'ada@northwind.example')`;
export const insertPart = (batchId = randomUUID()) => `
  INSERT INTO scout.activity_parts (tenant_id, hour, batch_id, body, stored_at) VALUES ($1, now(), '${batchId}', '{}', now())`;
export const insertActivity = `
  INSERT INTO scout.account_activity (tenant_id, account_key, hour, cell, kind, n, first_at, last_at)
  VALUES ($1, 'svc.billing', now(), gen_random_uuid(), 'logon:3', 1, now(), now())`;
export const insertAccountDay = `
  INSERT INTO scout.account_days (tenant_id, account_key, day, place, use, source, destination, program, hours, through, last_at)
  VALUES ($1, 'svc.billing', now(), 1, 'signed-in', 'app1', '', '', '{3}', '{2}', now())`;
export const insertUnsummedDay = `
  INSERT INTO scout.unsummed_days (tenant_id, account_key, day) VALUES ($1, 'svc.billing', now())`;
export const insertAccountName = `
  INSERT INTO scout.account_names (tenant_id, account_key, kind, name, hour) VALUES ($1, 'svc.billing', 'host', 'app1', now())`;
export const insertAccountUse = `
  INSERT INTO scout.account_uses (tenant_id, account_key, done_hour) VALUES ($1, 'svc.billing', now())`;
export const insertSeenName = `
  INSERT INTO scout.seen_names (tenant_id, kind, name, hour) VALUES ($1, 'host', 'app1', now())`;
export const insertRc4Use = `
  INSERT INTO scout.rc4_uses (tenant_id, account_key, cell, requester, client, cause, n, first_at, last_at)
  VALUES ($1, 'svc.billing', gen_random_uuid(), 'svc.etl', 'app1', 'no-key', 1, now(), now())`;
export const insertAccountPosture = `
  INSERT INTO scout.account_postures (tenant_id, account_key, posture, since) VALUES ($1, 'svc.billing', 'privileged', now())`;
export const insertPostureChange = `
  INSERT INTO scout.posture_changes (tenant_id, account_key, posture, appeared_at) VALUES ($1, 'svc.billing', 'privileged', now())`;
export const insertAccount = (key = 'svc.billing') => `
  INSERT INTO scout.service_accounts (tenant_id, account_key, name, known_by) VALUES ($1, '${key}', '${key}', 'name')`;
export const insertAssessment = 'INSERT INTO scout.assessments (tenant_id) VALUES ($1)';
export const insertSnapshot = `
  INSERT INTO scout.assessment_snapshots (tenant_id, hour, state) VALUES ($1, now(), '\\x00')`;

/** Runs the SQL as the assessor of both organizations. */
export async function insertAsAssessor({ db, northwind, alder }: Arrangement, ...statements: string[]) {
  for (const { tenantId } of [northwind, alder]) {
    for (const sql of statements) await run(db, assessor(tenantId), sql, [tenantId]);
  }
}

/** A case of the organization, created by the assessor. */
export async function makeCase({ db }: Arrangement, { tenantId }: Organization, number = 1): Promise<string> {
  const caseId = randomUUID();
  await run(db, assessor(tenantId), insertCase(caseId, number), [tenantId]);
  return caseId;
}
