import { hash } from 'node:crypto';
import type { HeartbeatResponse, NamesReport } from '@scout/contract';
import { type DetectionSettings, STANDARD_SETTINGS } from '@scout/detection';
import { agentNamesOf } from '@scout/detection/agentNames';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { AgentIdentity } from '../../auth/index.ts';
import { areOwed } from '../fleet/names.ts';
import type { Configurations } from './configurations.ts';

export type SentNames = NonNullable<HeartbeatResponse['names']>;

/** Names for the agents of currently sending organizations. */
export interface AgentNamesCache {
  /** Transaction role: scout_ingest, with the tenant. */
  of(tx: Transaction, tenantId: string, now: number): Promise<VersionedNames>;
}

interface VersionedNames {
  /** Of the detection settings; 0: none were saved. */
  readonly version: number;
  readonly names: SentNames;
}

/** Maximum organizations with cached names. */
const KEPT = 500;
/** Changed settings apply with the next heartbeat, accounts that the assessor has found since after this time. */
const FRESH_MS = 60_000;
/** Accounts read for one organization: those that match a rule are left out afterwards. */
const ROWS = 20_000;

export function createAgentNames(): AgentNamesCache {
  const known = new Map<string, VersionedNames & { readAt: number }>();
  return {
    async of(tx, tenantId, now) {
      const { version, settings } = await readSettings(tx, tenantId);
      const kept = known.get(tenantId);
      const isFresh = kept?.version === version && Math.abs(now - kept.readAt) < FRESH_MS;
      if (kept !== undefined && isFresh) return kept;
      const names = namesFor(settings, await readAccounts(tx, tenantId));
      const read = { version, readAt: now, names };
      known.delete(tenantId);
      known.set(tenantId, read);
      if (known.size > KEPT) known.delete(known.keys().next().value!);
      return read;
    },
  };
}

/** The signed names of a heartbeat's answer, if the agent lacks them. Transaction role: scout_ingest, with the tenant. */
export async function signedNames(
  { agentNames, configurations }: { agentNames: AgentNamesCache; configurations: Configurations },
  tx: Transaction,
  { tenantId, agentId }: AgentIdentity,
  report: NamesReport,
  now: Date,
): Promise<Pick<HeartbeatResponse, 'signed_names' | 'configuration_key'>> {
  const { version, names } = await agentNames.of(tx, tenantId, now.getTime());
  if (!areOwed({ etag: names.etag, version }, report)) return {};
  const content = { agent_id: agentId, issued_at: now.toISOString(), names: { version, ...names } };
  const { signed, publicKey } = await configurations.sign(tx, tenantId, content, now);
  return { signed_names: signed, ...(report.key === null && { configuration_key: publicKey }) };
}

/** Version of the detection settings that an organization's machines should select by. Any role that reads the fleet. */
export async function namesVersion(tx: Transaction, tenantId: string): Promise<number> {
  const row = await tx
    .selectFrom('detection_settings')
    .select('version')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

async function readSettings(
  tx: Transaction,
  tenantId: string,
): Promise<{ version: number; settings: DetectionSettings }> {
  const row = await tx
    .selectFrom('detection_settings')
    .select(['version', 'settings'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row ?? { version: 0, settings: STANDARD_SETTINGS };
}

/** Service accounts that no rule has to match, those with a `$` at the end first. */
async function readAccounts(tx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('service_accounts')
    .select('account_key')
    .where('tenant_id', '=', tenantId)
    .where('known_by', 'in', ['list', 'behaviour', 'directory'])
    .orderBy(sql`account_key LIKE '%$'`, 'desc')
    .orderBy('account_key')
    .limit(ROWS + 1)
    .execute();
  return rows.map(({ account_key }) => account_key);
}

function namesFor(settings: DetectionSettings, accounts: readonly string[]): SentNames {
  const names = agentNamesOf(settings, accounts.slice(0, ROWS), accounts.length <= ROWS);
  const content = structuredClone(names) as Omit<SentNames, 'etag'>;
  return { etag: hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22), ...content };
}
