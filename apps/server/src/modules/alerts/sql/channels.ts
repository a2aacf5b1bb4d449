import { SEVERITIES } from '@scout/cases';
import type { ChannelFormat, ChannelKind } from '@scout/contract';
import { keyOf, stripAccount } from '@scout/detection';
import { compileGlobs } from '@scout/detection/globSet';
import type pg from 'pg';
import type { Severity } from '../../../platform/database/columns.ts';
import type { AlertedCase } from './content.ts';

/** An active channel with its case filter. */
export interface Channel {
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly format: ChannelFormat;
  readonly url: string;
  /** True for a ticket system in which changes are planned. */
  readonly checksChanges: boolean;
  readonly minSeverity: Severity;
  readonly accountPattern: string | null;
  /** Empty: any. */
  readonly findingKinds: readonly string[];
}

/** Transaction role: scout_alerts. */
export async function readActiveChannels(client: pg.ClientBase, tenantId: string): Promise<Channel[]> {
  const { rows } = await client.query<Channel>(
    `SELECT channel_id AS "channelId", kind, format, url, coalesce((settings->>'checks_changes')::boolean, false) AS "checksChanges", min_severity AS "minSeverity", account_pattern AS "accountPattern",
       finding_kinds AS "findingKinds"
     FROM scout.channels WHERE tenant_id = $1 AND is_active`,
    [tenantId],
  );
  return rows;
}

/** True when a case matches the channel's filter. Names compare without domain and case. */
export function isWanted(
  { minSeverity, accountPattern, findingKinds }: Channel,
  {
    severity,
    account,
    otherAccounts,
    kinds,
  }: Pick<AlertedCase, 'severity' | 'account' | 'otherAccounts' | 'kinds'>,
): boolean {
  if (SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(minSeverity)) return false;
  if (findingKinds.length > 0 && !findingKinds.some((kind) => kinds.includes(kind))) return false;
  if (accountPattern === null) return true;
  const wanted = compileGlobs([keyOf(accountPattern)]);
  return [account, ...otherAccounts].some((name) => wanted.matches(keyOf(stripAccount(name))));
}
