import { sql } from 'kysely';
import type pg from 'pg';
import { type Transaction, withRole } from './pool.ts';

/** The channel of PostgreSQL on which server processes tell each other of news. */
export const channel = 'scout_updates';

/**
 * `events`, `rules`, `cases` and `organization` are of an organization: events were stored, what they are assessed by was changed, cases
 * were, or the organization itself. `person`: sessions of theirs have ended.
 */
const kinds = ['events', 'rules', 'cases', 'organization', 'person'] as const;

/** News, of an organization or a person. It says that there is some, never which. */
export interface Notice {
  readonly kind: (typeof kinds)[number];
  /** tenant_id, or the id of the user. */
  readonly id: string;
}

/** Sends a notice with the transaction's commit. For rare changes: PostgreSQL lets one such commit pass at a time. */
export async function notifyAtCommit(tx: Transaction, notice: Notice): Promise<void> {
  await sql`SELECT pg_notify(${channel}, ${write(notice)})`.execute(tx);
}

/** The same on a client of the driver. */
export async function notifyAtCommitOf(client: pg.ClientBase, notice: Notice): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [channel, write(notice)]);
}

/** Sends notices in a transaction of their own. */
export async function notify(pool: pg.Pool, notices: readonly Notice[]): Promise<void> {
  await withRole(pool, { role: 'scout_ingest' }, (_tx, client) =>
    client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload', [
      channel,
      notices.map(write),
    ]),
  );
}

/** The notice of a payload; undefined for one that this version does not know. */
export function readNotice(payload: string): Notice | undefined {
  const [kind, id = ''] = payload.split(' ', 2);
  const known = kinds.find((name) => name === kind);
  return known && id !== '' ? { kind: known, id } : undefined;
}

const write = ({ kind, id }: Notice) => `${kind} ${id}`;
