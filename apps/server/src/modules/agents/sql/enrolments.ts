import { type Enrolment, limits } from '@scout/contract';
import { type Selectable, sql } from 'kysely';
import { hashSecret, newSecret } from '../../../platform/crypto/secretText.ts';
import type { AuditEntry } from '../../../platform/database/audit.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { EnrolmentTokens } from '../../../platform/database/schema.ts';
import type { AgentIdentity } from '../../auth/index.ts';

export interface Enrolled {
  readonly agent_id: string;
  /** Returned only here; the database stores its hash. */
  readonly credential: string;
  readonly next_batch: number;
  readonly awaiting_approval: boolean;
}

const machineRefusals = ['machine_known', 'machine_revoked', 'machine_limit', 'approval_limit'] as const;
type MachineRefusal = (typeof machineRefusals)[number];

/** Result of an enrollment. `token`: the token is invalid or missing. `entry` is for the audit log. */
export type EnrolmentOutcome = (
  | { readonly enrolled: Enrolled }
  | { readonly refused: 'token' | MachineRefusal }
) & { readonly entry: Required<Pick<AuditEntry, 'tenantId' | 'action' | 'details'>> | null };

interface RedeemedRow {
  readonly outcome: string;
  readonly tenant_id: string;
  readonly agent_id: string;
  readonly next_batch: string;
  readonly token_id: string | null;
  readonly awaiting: boolean;
  readonly is_first: boolean;
}

const hashOrNull = (secret: string | undefined): Buffer | null =>
  secret === undefined ? null : hashSecret(secret);

/**
 * Enrolls a machine by a token, by proof of a machine released by an admin, or by both; the rules are in the function in
 * db/migrations. Transaction role: scout_auth.
 */
export async function redeemEnrolment(
  tx: Transaction,
  {
    token,
    proof,
    group,
  }: { token: string | undefined; proof: string | undefined; group?: string | undefined },
  machine: { machine_id: string; host: string; platform: string; version: string },
  now: number,
): Promise<EnrolmentOutcome> {
  const credential = newSecret('agent');
  const { machine_id, host, platform, version } = machine;
  const { most, awaiting, awaitingOfPerson } = limits.agent;
  const { rows } = await sql<RedeemedRow>`
    SELECT * FROM scout.redeem_enrolment(${hashOrNull(token)}, ${machine_id}, ${host}, ${platform}, ${version},
      ${hashSecret(credential)}, ${new Date(now)}, ${hashOrNull(proof)}, ${most}, ${awaiting}, ${awaitingOfPerson})`.execute(
    tx,
  );
  const row = rows[0]!;
  const { outcome, tenant_id: tenantId, agent_id, token_id } = row;
  const details = { agent_id, host, token_id };
  if (outcome === 'ok') {
    const next_batch = Number(row.next_batch);
    const joined = await joinGroup(tx, { tenantId, agent_id, token_id }, group);
    return {
      enrolled: { agent_id, credential, next_batch, awaiting_approval: row.awaiting },
      entry: {
        tenantId,
        action: 'agent_enrolled',
        details: { ...details, awaiting_approval: row.awaiting, ...(joined !== null && { group: joined }) },
      },
    };
  }
  const entry = row.is_first ? { tenantId, action: 'agent_enrolment_refused', details } : null;
  return { refused: machineRefusals.find((refusal) => refusal === outcome) ?? 'token', entry };
}

/** Puts an enrolled machine into the group of its token, otherwise of its installation. @returns the group's name; null: none */
async function joinGroup(
  tx: Transaction,
  { tenantId, agent_id, token_id }: { tenantId: string; agent_id: string; token_id: string | null },
  group: string | undefined,
): Promise<string | null> {
  const { rows } = await sql<{ joined: string | null }>`
    SELECT scout.join_group(${tenantId}, ${agent_id}, ${token_id}, ${group ?? null}) AS joined`.execute(tx);
  return rows[0]!.joined;
}

/**
 * Prepares an agent's next credential; the current one is valid until the first use of the next one. Undefined: the agent was
 * revoked meanwhile. Transaction role: scout_auth.
 */
export async function rotateCredential(
  tx: Transaction,
  { tenantId, agentId }: Pick<AgentIdentity, 'tenantId' | 'agentId'>,
): Promise<string | undefined> {
  const credential = newSecret('agent');
  const { rows } = await sql<{ done: boolean }>`
    SELECT scout.rotate_credential(${tenantId}, ${agentId}, ${hashSecret(credential)}) AS done`.execute(tx);
  return rows[0]?.done ? credential : undefined;
}

const columns = [
  'token_id',
  'label',
  'created_by',
  'created_at',
  'expires_at',
  'max_uses',
  'uses',
  'needs_approval',
  'group_id',
  'revoked_at',
] as const satisfies readonly (keyof EnrolmentTokens)[];

/** An organization's tokens, newest first. */
export async function listEnrolments(tx: Transaction, tenantId: string): Promise<Enrolment[]> {
  const rows = await tx
    .selectFrom('enrolment_tokens')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('token_id')
    .limit(limits.enrolment.listed)
    .execute();
  return rows.map(toEnrolment);
}

export interface NewEnrolment {
  readonly label: string;
  readonly max_uses: number;
  readonly expires_in_hours: number;
  readonly group_id?: string | undefined;
}

/** Creates a token, as an admin of the organization or the operator (`createdBy` null). Only the result holds the token. */
export async function createEnrolment(
  tx: Transaction,
  tenantId: string,
  { label, max_uses, expires_in_hours, group_id }: NewEnrolment,
  now: Date,
  createdBy: string | null,
): Promise<Enrolment & { token: string }> {
  const token = newSecret('enrol');
  const row = await tx
    .insertInto('enrolment_tokens')
    .values({
      tenant_id: tenantId,
      label,
      max_uses,
      ...(group_id !== undefined && { group_id }),
      created_at: now,
      created_by: createdBy,
      expires_at: new Date(now.getTime() + expires_in_hours * 3_600_000),
      token_hash: hashSecret(token),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...toEnrolment(row), token };
}

/** Revokes a token; the time of the first revocation stays. Undefined: the organization has no such token. */
export async function revokeEnrolment(
  tx: Transaction,
  tenantId: string,
  tokenId: string,
  now: Date,
): Promise<{ enrolment: Enrolment; revoked: boolean } | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable('enrolment_tokens')
    .set({ revoked_at: now })
    .where('tenant_id', '=', tenantId)
    .where('token_id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  const row = await tx
    .selectFrom('enrolment_tokens')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('token_id', '=', tokenId)
    .executeTakeFirst();
  return row && { enrolment: toEnrolment(row), revoked: numUpdatedRows > 0n };
}

function toEnrolment(row: Pick<Selectable<EnrolmentTokens>, (typeof columns)[number]>): Enrolment {
  return {
    ...row,
    label: row.label ?? '',
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
