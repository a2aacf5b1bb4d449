import type { ConfigurationReport, HeartbeatResponse, JoinWay } from '@scout/contract';
import { type ConfigurationDocument, hasName } from '@scout/contract/agentConfiguration';
import type { Seal } from '../../../platform/crypto/seal.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { AgentIdentity } from '../../auth/index.ts';
import { isOwed, wantedVersion } from '../fleet/configuration.ts';
import { configurationSigner, newConfigurationKey } from '../fleet/configurationKey.ts';

type Sent = Pick<HeartbeatResponse, 'configuration' | 'configuration_key'>;

/** Group of a machine as its row has it. */
export interface Membership {
  readonly group_id: string | null;
  readonly joined_by: JoinWay | null;
  /** Name that patterns were compared with; null: none yet. */
  readonly group_host: string | null;
}

/** Signs the configurations of currently sending organizations. */
export interface Configurations {
  /** A document signed by the organization's key, and the key. Transaction role: scout_ingest, with the tenant. */
  sign(tx: Transaction, tenantId: string, content: object, now: Date): Promise<SignedContent>;
  /** The part of a heartbeat's answer about the configuration. Transaction role: scout_ingest, with the tenant. */
  answer(
    tx: Transaction,
    agent: AgentIdentity,
    machine: { readonly group_id: string | null; readonly report: ConfigurationReport },
    now: Date,
  ): Promise<Sent>;
}

interface SignedContent {
  readonly signed: { document: string; signature: string };
  /** SPKI, base64. */
  readonly publicKey: string;
}

interface SigningKey {
  /** SPKI, base64. */
  readonly publicKey: string;
  readonly sign: (document: string) => string;
}

/** Maximum organizations with an opened key. */
const KEPT = 500;

export function createConfigurations(seal: Seal): Configurations {
  const opened = new Map<string, SigningKey>();

  async function keyOf(tx: Transaction, tenantId: string, now: Date): Promise<SigningKey> {
    const known = opened.get(tenantId);
    if (known !== undefined) return known;
    const row = (await readKey(tx, tenantId)) ?? (await makeKey(tx, tenantId, seal, now));
    const key = { publicKey: row.public_key, sign: configurationSigner(await seal.open(row.sealed)) };
    opened.set(tenantId, key);
    if (opened.size > KEPT) opened.delete(opened.keys().next().value!);
    return key;
  }

  async function signed(
    tx: Transaction,
    tenantId: string,
    content: object,
    now: Date,
  ): Promise<SignedContent> {
    const key = await keyOf(tx, tenantId, now);
    const document = JSON.stringify(content);
    return { signed: { document, signature: key.sign(document) }, publicKey: key.publicKey };
  }

  return {
    sign: signed,
    async answer(tx, agent, { report, group_id }, now) {
      const { tenantId, agentId } = agent;
      if (report.key === null) return { configuration_key: (await keyOf(tx, tenantId, now)).publicKey };
      const group = group_id === null ? undefined : await readGroup(tx, agent, group_id);
      if (!isOwed(group ?? null, report)) return {};
      const content: ConfigurationDocument = {
        agent_id: agentId,
        issued_at: now.toISOString(),
        group: group ?? null,
        settings: group === undefined ? {} : await readSettings(tx, tenantId, group),
      };
      return { configuration: (await signed(tx, tenantId, content, now)).signed };
    },
  };
}

const readKey = (tx: Transaction, tenantId: string) =>
  tx
    .selectFrom('agent_configuration_keys')
    .select(['public_key', 'sealed'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();

/** Another server may make the key at the same time: the first one stays. */
async function makeKey(tx: Transaction, tenant_id: string, seal: Seal, created_at: Date) {
  const { publicKey, privateKey } = newConfigurationKey();
  await tx
    .insertInto('agent_configuration_keys')
    .values({
      tenant_id,
      created_at,
      public_key: publicKey,
      sealed: await seal.seal(privateKey),
    })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
  return (await readKey(tx, tenant_id))!;
}

/**
 * The machine's group, also of an agent that takes no configuration. Name patterns decide for a new machine, for another name, and
 * after a change of groups.
 */
export async function joinByName(
  tx: Transaction,
  { tenantId, agentId }: AgentIdentity,
  { group_id, joined_by, group_host }: Membership,
  host: string,
): Promise<string | null> {
  const isNamed = joined_by === null || joined_by === 'name';
  if (!isNamed || group_host === host) return group_id;
  const groups = await readPatterns(tx, tenantId);
  const found = groupByName(groups, host);
  await tx
    .updateTable('agents')
    .set({ group_id: found, joined_by: found === null ? null : 'name', group_host: host })
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', agentId)
    .execute();
  return found;
}

/** Groups with name patterns, by name: the first one that has a host's name is its group. */
export function readPatterns(
  tx: Transaction,
  tenantId: string,
): Promise<{ group_id: string; patterns: string[] }[]> {
  return tx
    .selectFrom('agent_groups')
    .select(['group_id', 'patterns'])
    .where('tenant_id', '=', tenantId)
    .orderBy('name')
    .orderBy('group_id')
    .execute();
}

export const groupByName = (
  groups: readonly { readonly group_id: string; readonly patterns: readonly string[] }[],
  host: string,
): string | null =>
  groups.find(({ patterns }) => patterns.some((pattern) => hasName(pattern, host)))?.group_id ?? null;

/** The machine's group with the version for it; undefined if the group was removed. */
async function readGroup(
  tx: Transaction,
  { tenantId, agentId }: AgentIdentity,
  group_id: string,
): Promise<{ group_id: string; name: string; version: number } | undefined> {
  const row = await tx
    .selectFrom('agent_groups as g')
    .leftJoin('agent_group_rings as r', (join) =>
      join
        .onRef('r.tenant_id', '=', 'g.tenant_id')
        .onRef('r.group_id', '=', 'g.group_id')
        .onRef('r.version', '=', 'g.next_version')
        .on('r.agent_id', '=', agentId),
    )
    .select(['g.name', 'g.version', 'g.next_version', 'r.ring'])
    .where('g.tenant_id', '=', tenantId)
    .where('g.group_id', '=', group_id)
    .executeTakeFirst();
  return row && { group_id, name: row.name, version: wantedVersion(row, row.ring !== null) };
}

async function readSettings(tx: Transaction, tenantId: string, group: { group_id: string; version: number }) {
  const { settings } = await tx
    .selectFrom('agent_group_versions')
    .select('settings')
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', group.group_id)
    .where('version', '=', group.version)
    .executeTakeFirstOrThrow();
  return settings;
}
