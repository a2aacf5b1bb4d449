import {
  type Agent,
  type AgentGap,
  type AgentState,
  agentStates,
  limits,
  type MachineConfiguration,
} from '@scout/contract';
import { type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { AgentGaps, Agents, DB } from '../../../platform/database/schema.ts';
import type { FleetView } from '../fleet/health.ts';
import { type AgentFacts, healthOf } from '../fleet/health.ts';
import { machineNamesOf } from '../fleet/names.ts';
import { configurationOf, readGroupBook, readTags } from './agentGroups.ts';
import { namesVersion } from './agentNames.ts';

const columns = [
  'agent_id',
  'host',
  'platform',
  'version',
  'enrolled_at',
  'enrolled_with',
  'credential_issued_at',
  'last_seen_at',
  'last_batch_at',
  'queue_depth',
  'queue_grows_since',
  'waiting_seconds',
  'lag_seconds',
  'clock_skew_seconds',
  'events_read',
  'events_sent',
  'events_accepted',
  'events_rejected',
  'last_rejected_at',
  'events_ahead',
  'last_ahead_at',
  'events_old',
  'last_old_at',
  'begun_anew_at',
  'events_repeated',
  'gaps',
  'events_missing',
  'last_gap_at',
  'last_cleared_at',
  'audit',
  'group_id',
  'joined_by',
  'configuration',
  'names',
  'awaiting_approval',
  'conflict_at',
  'refused_at',
  'released_until',
  'revoked_at',
] as const satisfies readonly (keyof Agents)[];

type AgentRow = Pick<Selectable<Agents>, (typeof columns)[number] | 'sources'>;
type ListedColumns = Omit<AgentRow, 'sources'>;

/**
 * An organization's agents by host, then by enrollment; limited, with those awaiting approval and revoked ones at the end, so that
 * these hide no others. Sources and gaps are listed within the size limit of a response.
 */
export async function listAgents(tx: Transaction, tenantId: string, view: FleetView): Promise<Agent[]> {
  const rank = sql`CASE WHEN revoked_at IS NOT NULL THEN 2 WHEN awaiting_approval THEN 1 ELSE 0 END`;
  const bytes = sql`sum(octet_length(sources::text)) OVER (ORDER BY ${rank}, host, enrolled_at, agent_id)`;
  const rows = await agentsOf(tx, tenantId)
    .select(
      sql<AgentRow['sources']>`CASE WHEN ${bytes} <= ${limits.agent.listedSourceBytes} THEN sources END`.as(
        'sources',
      ),
    )
    .orderBy(rank)
    .orderBy('host')
    .orderBy('enrolled_at')
    .orderBy('agent_id')
    .limit(limits.agent.listed)
    .execute();
  const gaps = await newestGaps(tx, tenantId, rows);
  const groupOf = await readGroups(tx, tenantId);
  const wanted = await namesVersion(tx, tenantId);
  return rows.map((row) =>
    toAgent(row, { latest: gaps.get(row.agent_id) ?? [], group: groupOf(row), wanted }, view),
  );
}

/** Agents of an organization by state, and their backlog. */
export interface FleetSummary {
  readonly states: Readonly<Record<AgentState, number>>;
  /** Agents whose events arrive late. */
  readonly lagging: number;
  /** Events waiting on machines, by their last reports. */
  readonly waiting: number;
}

/** Agents read at a time: the memory of summaries does not grow with the installation. */
const PAGE = 1_000;

/** Only what health depends on: the sources of an agent take up to 50 KB. */
const FAILED_SOURCE = sql<AgentRow['sources']>`CASE WHEN sources @? '$[*] ? (@.state == "failed")'
  THEN '[{"name": "", "state": "failed", "message": null}]'::jsonb END`;

/** Summaries by organization, of all agents visible to the transaction's role. */
export async function summarizeFleets(
  tx: Transaction,
  view: FleetView,
): Promise<ReadonlyMap<string, FleetSummary>> {
  const fleets = new Map<string, { states: Record<AgentState, number>; lagging: number; waiting: number }>();
  for await (const { tenant_id, ...row } of eachAgent(tx)) {
    const { state, reasons, queue_depth, revoked_at } = toAgent(
      row,
      { latest: [], group: null, wanted: 0 },
      view,
    );
    const fleet = fleets.get(tenant_id) ?? { states: noStates(), lagging: 0, waiting: 0 };
    fleets.set(tenant_id, fleet);
    fleet.states[state] += 1;
    if (reasons.includes('lagging') || reasons.includes('queue_growing')) fleet.lagging += 1;
    if (revoked_at === null) fleet.waiting += queue_depth ?? 0;
  }
  return fleets;
}

/** Number of agents in each state; none. */
export const noStates = (): Record<AgentState, number> =>
  Object.fromEntries(agentStates.map((state) => [state, 0])) as Record<AgentState, number>;

async function* eachAgent(tx: Transaction) {
  let last: { tenant_id: string; agent_id: string } | undefined;
  for (;;) {
    let query = tx
      .selectFrom('agents')
      .select(columns)
      .select('tenant_id')
      .select(FAILED_SOURCE.as('sources'))
      .orderBy('tenant_id')
      .orderBy('agent_id')
      .limit(PAGE);
    if (last) {
      const { tenant_id, agent_id } = last;
      query = query.where(sql<boolean>`(tenant_id, agent_id) > (${tenant_id}::uuid, ${agent_id}::uuid)`);
    }
    const rows = await query.execute();
    yield* rows;
    last = rows[PAGE - 1];
    if (!last) return;
  }
}

async function readAgent(
  tx: Transaction,
  tenantId: string,
  agentId: string,
  view: FleetView,
): Promise<Agent | undefined> {
  const row = await agentsOf(tx, tenantId)
    .select('sources')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  if (!row) return undefined;
  const gaps = await newestGaps(tx, tenantId, [row]);
  const groupOf = await readGroups(tx, tenantId);
  const wanted = await namesVersion(tx, tenantId);
  return toAgent(row, { latest: gaps.get(agentId) ?? [], group: groupOf(row), wanted }, view);
}

/**
 * Revokes an agent's credential, and a release; the time of the first revocation stays. Undefined: the organization has no such
 * agent. `revoked` is true if this call revoked it.
 */
export async function revokeAgent(
  tx: Transaction,
  tenantId: string,
  agentId: string,
  view: FleetView,
): Promise<{ agent: Agent; revoked: boolean } | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable('agents')
    .set({
      revoked_at: sql<Date>`coalesce(revoked_at, ${new Date(view.now)})`,
      released_until: null,
      awaiting_approval: false,
    })
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agentId)
    .where((where) => where.or([where('revoked_at', 'is', null), where('released_until', 'is not', null)]))
    .executeTakeFirst();
  const agent = await readAgent(tx, tenantId, agentId, view);
  return agent && { agent, revoked: numUpdatedRows > 0n };
}

/** An admin's decision about a machine that asks for approval. */
export type Decision =
  | { readonly kind: 'approve' }
  | { readonly kind: 'reject' }
  | { readonly kind: 'release'; readonly acceptCredential: boolean };

const { releaseHours } = limits.agent;

/** Agent states in which a decision is possible. */
const decidable: Readonly<Record<Decision['kind'], (agent: Agent) => boolean>> = {
  approve: ({ awaiting_approval }) => awaiting_approval,
  reject: ({ awaiting_approval }) => awaiting_approval,
  release: ({ awaiting_approval }) => !awaiting_approval,
};

/** Applies a decision, as scout_admin. Undefined: the organization has no such agent; 'impossible': not in its current state. */
export async function decideOnAgent(
  tx: Transaction,
  tenantId: string,
  agentId: string,
  decision: Decision,
  view: FleetView,
): Promise<Agent | 'impossible' | undefined> {
  await tx
    .selectFrom('agents')
    .select('agent_id')
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agentId)
    .forUpdate()
    .execute();
  const before = await readAgent(tx, tenantId, agentId, view);
  if (!before) return undefined;
  if (!decidable[decision.kind](before)) return 'impossible';
  await tx
    .updateTable('agents')
    .set(changeOf(decision, view.now))
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agentId)
    .execute();
  return readAgent(tx, tenantId, agentId, view);
}

function changeOf(decision: Decision, now: number): Updateable<Agents> {
  switch (decision.kind) {
    case 'approve':
      return { awaiting_approval: false };
    case 'reject':
      return { awaiting_approval: false, revoked_at: new Date(now) };
    case 'release':
      return {
        released_until: new Date(now + releaseHours * 3_600_000),
        release_accepts_credential: decision.acceptCredential,
      };
  }
}

/** Reads the groups of an organization; the result has that of a machine. */
async function readGroups(
  tx: Transaction,
  tenantId: string,
): Promise<(row: AgentRow) => MachineConfiguration | null> {
  const book = await readGroupBook(tx, tenantId);
  if (book.groups.size === 0) return () => null;
  const tagsOf = await readTags(tx, tenantId);
  return (row) => configurationOf(book, tagsOf, row);
}

function agentsOf(tx: Transaction, tenantId: string): SelectQueryBuilder<DB, 'agents', ListedColumns> {
  return tx.selectFrom('agents').select(columns).where('tenant_id', '=', tenantId);
}

/** By agent, newest first; queried only for agents with gaps and read by index, so that a year of gaps costs the same as a day. */
async function newestGaps(
  tx: Transaction,
  tenantId: string,
  rows: readonly AgentRow[],
): Promise<ReadonlyMap<string, AgentGap[]>> {
  const ids = rows
    .filter(({ gaps }) => Number(gaps) > 0)
    .slice(0, limits.agent.listedWithGaps)
    .map(({ agent_id }) => agent_id);
  const found = new Map<string, AgentGap[]>();
  if (ids.length === 0) return found;
  const gaps = await tx
    .selectFrom('agents')
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('agent_gaps')
          .selectAll()
          .whereRef('agent_gaps.tenant_id', '=', 'agents.tenant_id')
          .whereRef('agent_gaps.agent_id', '=', 'agents.agent_id')
          .orderBy('received_at', 'desc')
          .orderBy('happened_at', 'desc')
          .orderBy('gap_id')
          .limit(limits.agent.gapsShown)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('newest')
    .where('agents.tenant_id', '=', tenantId)
    .where('agents.agent_id', 'in', ids)
    .orderBy('newest.received_at', 'desc')
    .orderBy('newest.happened_at', 'desc')
    .orderBy('newest.gap_id')
    .execute();
  for (const gap of gaps) {
    const list = found.get(gap.agent_id) ?? [];
    list.push(toGap(gap));
    found.set(gap.agent_id, list);
  }
  return found;
}

function toGap(row: Selectable<AgentGaps>): AgentGap {
  const { gap_id, source, reason, from_record, to_record, missing, happened_at } = row;
  return {
    gap_id,
    source,
    reason,
    from_record,
    to_record,
    missing: countOf(missing),
    happened_at: happened_at.toISOString(),
  };
}

function toAgent(
  row: AgentRow,
  { latest, group, wanted }: { latest: AgentGap[]; group: MachineConfiguration | null; wanted: number },
  view: FleetView,
): Agent {
  const { gaps, events_missing, last_gap_at, last_cleared_at, group_id, joined_by, configuration, ...rest } =
    row;
  const facts: AgentFacts = {
    ...rest,
    group,
    names: machineNamesOf(wanted, row),
    latest_version: view.latest(row.platform)?.version ?? null,
    enrolled_at: row.enrolled_at.toISOString(),
    credential_issued_at: row.credential_issued_at.toISOString(),
    last_seen_at: timeOf(row.last_seen_at),
    last_batch_at: timeOf(row.last_batch_at),
    queue_depth: countOf(row.queue_depth),
    queue_grows_since: timeOf(row.queue_grows_since),
    events_read: countOf(row.events_read),
    events_sent: countOf(row.events_sent),
    events_accepted: numberOf(row.events_accepted),
    events_rejected: numberOf(row.events_rejected),
    last_rejected_at: timeOf(row.last_rejected_at),
    events_ahead: numberOf(row.events_ahead),
    last_ahead_at: timeOf(row.last_ahead_at),
    events_old: numberOf(row.events_old),
    last_old_at: timeOf(row.last_old_at),
    begun_anew_at: timeOf(row.begun_anew_at),
    events_repeated: numberOf(row.events_repeated),
    gaps: {
      count: numberOf(gaps),
      missing: numberOf(events_missing),
      last_at: timeOf(last_gap_at),
      last_cleared_at: timeOf(last_cleared_at),
      latest,
    },
    conflict_at: timeOf(row.conflict_at),
    refused_at: timeOf(row.refused_at),
    released_until: timeOf(row.released_until),
    revoked_at: timeOf(row.revoked_at),
  };
  return { ...facts, ...healthOf(facts, view.now) };
}

/** A bigint, capped at the largest number that JSON represents exactly. */
const numberOf = (digits: string): number => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
const countOf = (digits: string | null): number | null => (digits === null ? null : numberOf(digits));
const timeOf = (value: Date | null): string | null => value?.toISOString() ?? null;
