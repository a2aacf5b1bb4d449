import { randomUUID } from 'node:crypto';
import { DAY } from '@scout/detection/time';
import type pg from 'pg';
import { caseBody } from '../formats/formats.ts';
import type { ChangedCase } from '../tickets/changes.ts';
import { isWanted } from './channels.ts';
import { type AlertedCase, readAlertedCases } from './content.ts';
import type { PlannedAlert } from './plan.ts';
import type { AlertedOrganization } from './recipients.ts';

/** Retention of completed deliveries. */
const KEPT = 30 * DAY;

interface Plan {
  readonly organization: AlertedOrganization;
  readonly planned: readonly PlannedAlert[];
  /** Base of links. */
  readonly origin: string;
  readonly now: number;
}

/**
 * Creates a delivery of a case's steps, with the case's current state, for each matching channel. Runs in the transaction (role
 * scout_alerts) that plans the steps, so that both commit together.
 */
export async function planDeliveries(
  client: pg.ClientBase,
  tenantId: string,
  { organization, planned, origin, now }: Plan,
): Promise<void> {
  const { channels } = organization;
  if (channels.length === 0) return;
  await client.query(
    `DELETE FROM scout.channel_deliveries WHERE tenant_id = $1 AND settled_at < to_timestamp($2::float8 / 1000)
       AND NOT (SELECT scout.is_held($1))`,
    [tenantId, now - KEPT],
  );
  if (planned.length === 0) return;
  const cases = await readAlertedCases(client, tenantId, { caseIds: planned.map(({ caseId }) => caseId) });
  const deliveries = planned.flatMap((each) => {
    const about = cases.get(each.caseId);
    if (about === undefined) return [];
    const message = {
      kind: each.kind,
      added: each.names,
      about,
      link: `${origin}/cases/${about.number}`,
      organization: organization.companyName,
      timeZone: organization.timeZone,
      now,
    };
    const changes = each.kind === 'opened' ? channels.filter(({ checksChanges }) => checksChanges) : [];
    return [
      ...changes.map((channel) => ({
        delivery_id: randomUUID(),
        channel_id: channel.channelId,
        case_id: each.caseId,
        case_number: about.number,
        kind: 'changes',
        body: JSON.stringify(changedCase(about)),
      })),
      ...channels
        .filter((channel) => isWanted(channel, about))
        .map((channel) => ({ id: randomUUID(), channel }))
        .map(({ id, channel }) => ({
          delivery_id: id,
          channel_id: channel.channelId,
          case_id: each.caseId,
          case_number: about.number,
          kind: each.kind,
          body: caseBody(channel, { ...message, id }),
        })),
    ];
  });
  await client.query(
    `INSERT INTO scout.channel_deliveries (tenant_id, delivery_id, channel_id, case_id, case_number, kind, body, created_at, due_at)
     SELECT $1, delivery_id, channel_id, case_id, case_number, kind, body, to_timestamp($3::float8 / 1000), to_timestamp($3::float8 / 1000)
     FROM json_to_recordset($2::json) AS g (delivery_id uuid, channel_id uuid, case_id uuid, case_number bigint, kind text, body text)`,
    [tenantId, JSON.stringify(deliveries), now],
  );
}

/** The accounts, machines and times of a case, which a planned change has to explain. */
export const changedCase = (about: AlertedCase): ChangedCase => ({
  accounts: [about.account, ...about.otherAccounts],
  sources: about.sources,
  destinations: about.destinations,
  from: about.firstSeen.getTime(),
  to: about.lastSeen.getTime(),
});
