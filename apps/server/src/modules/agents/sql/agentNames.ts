import { hash } from 'node:crypto';
import type { HeartbeatResponse } from '@scout/contract';
import { type DetectionSettings, STANDARD_SETTINGS } from '@scout/detection';
import { agentNamesOf } from '@scout/detection/agentNames';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';

export type SentNames = NonNullable<HeartbeatResponse['names']>;

/** Names for the agents of currently sending organizations. */
export interface AgentNamesCache {
  /** Transaction role: scout_ingest, with the tenant. */
  of(tx: Transaction, tenantId: string, now: number): Promise<SentNames>;
}

/** Maximum organizations with cached names. */
const KEPT = 500;
/** Changed settings apply with the next heartbeat, accounts that the assessor has found since after this time. */
const FRESH_MS = 60_000;
/** Accounts read for one organization: those that match a rule are left out afterwards. */
const ROWS = 20_000;

export function createAgentNames(): AgentNamesCache {
  const known = new Map<string, { version: number; readAt: number; names: SentNames }>();
  return {
    async of(tx, tenantId, now) {
      const { version, settings } = await readSettings(tx, tenantId);
      const kept = known.get(tenantId);
      const isFresh = kept?.version === version && Math.abs(now - kept.readAt) < FRESH_MS;
      if (kept !== undefined && isFresh) return kept.names;
      const names = namesFor(settings, await readAccounts(tx, tenantId));
      known.delete(tenantId);
      known.set(tenantId, { version, readAt: now, names });
      if (known.size > KEPT) known.delete(known.keys().next().value!);
      return names;
    },
  };
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
    .where('known_by', 'in', ['list', 'behaviour'])
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
