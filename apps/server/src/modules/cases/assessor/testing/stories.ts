import { at, quietMonth } from '@scout/cases/testing/rows';
import type { NormalisedRow } from '@scout/detection';
import type { TestDatabase } from '@scout/testkit';

/** A row as the line sent by an agent. */
export const lineOf = (row: NormalisedRow): string => JSON.stringify(row);

/** Twelve days without incidents of six accounts, and four stories among them; the first day is a Monday in September 2026. */
export function quietDaysWithStories(): NormalisedRow[] {
  const { rows, maker } = quietMonth(undefined, { accounts: 6, days: 12 });
  return [
    ...rows,
    maker.logon(at(9, 10, 3), 'svc.ledger1', '2', 'PC7'),
    maker.refusal(at(9, 10, 1), 'svc.ledger1', 'DB1', 'PC7'),
    maker.logon(at(10, 23, 59), 'svc.billing1', '3', 'DB1', 'PC2'),
    maker.explicit(at(11, 0, 0), 'person3', 'PC3', 'svc.billing2', 'DB1'),
  ];
}

/** After all stories, including delayed verdicts. */
export const AFTERWARDS = at(20, 1);

/** All findings of an organization, without data that depends on the time of assessment or on stored event ids. */
export async function foundOf(database: TestDatabase, tenantId: string): Promise<Found> {
  const rows = async (sql: string) =>
    database.asOwner(async (client) =>
      (await client.query<{ row: object }>(sql, [tenantId])).rows.map(({ row }) => row),
    );
  return {
    cases:
      await rows(`SELECT to_jsonb(c) - '{tenant_id,case_id,case_key,number,created_at,updated_at,graver_at,changed_in,status,touched_at}'::text[]
      AS row FROM scout.cases c WHERE tenant_id = $1 ORDER BY case_key`),
    findings:
      await rows(`SELECT (to_jsonb(f) - '{tenant_id,finding_id,case_id,events}'::text[]) || jsonb_build_object('records',
      (SELECT jsonb_agg(e->'record_id') FROM jsonb_array_elements(f.events) e)) AS row
      FROM scout.findings f WHERE tenant_id = $1 ORDER BY hour, account, kind, sentence`),
    activity:
      await rows(`SELECT to_jsonb(a) - 'tenant_id' AS row FROM scout.account_activity a WHERE tenant_id = $1
      ORDER BY account_key, hour, cell`),
    accounts:
      await rows(`SELECT to_jsonb(s) - '{tenant_id,created_at,updated_at}'::text[] AS row FROM scout.service_accounts s
      WHERE tenant_id = $1 ORDER BY account_key`),
  };
}

export interface Found {
  readonly cases: object[];
  readonly findings: object[];
  readonly activity: object[];
  readonly accounts: object[];
}
