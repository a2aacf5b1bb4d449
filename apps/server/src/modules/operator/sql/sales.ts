import type { DemoRequest, DemoRequestKind, MailingListEntry } from '@scout/contract';
import type pg from 'pg';
import { withRole } from '../../../platform/database/pool.ts';

interface Page {
  /** Last key of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Requests and messages, newest first; either suspected spam or the others. */
export async function listDemoRequests(
  pool: pg.Pool,
  { kind, suspected, after, limit }: Page & { kind?: DemoRequestKind | undefined; suspected: boolean },
): Promise<DemoRequest[]> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const rows = await tx
      .selectFrom('demo_requests')
      .selectAll()
      .where('suspected', '=', suspected)
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
      .$if(after !== undefined, (query) => query.where('request_id', '<', after!))
      .orderBy('request_id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ request_key: _, created_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
    }));
  });
}

/** The mailing list, by address. */
export async function listMailingList(pool: pg.Pool, { after, limit }: Page): Promise<MailingListEntry[]> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const rows = await tx
      .selectFrom('mailing_list')
      .selectAll()
      .$if(after !== undefined, (query) => query.where('email', '>', after!))
      .orderBy('email')
      .limit(limit)
      .execute();
    return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
  });
}
