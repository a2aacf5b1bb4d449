import { sql } from 'kysely';
import type pg from 'pg';
import { type Transaction, withRole } from './pool.ts';

/** PostgreSQL channel for notices between server processes. */
export const channel = 'scout_updates';

/**
 * `events`, `rules`, `cases` and `organization` concern an organization: stored events, changed detection or assessment rules,
 * changed cases, or changes of the organization itself. `person`: sessions of a person have ended.
 */
const kinds = ['events', 'rules', 'cases', 'organization', 'person'] as const;

/** A change of an organization or a person, without its content. */
export interface Notice {
  readonly kind: (typeof kinds)[number];
  /** tenant_id, or the id of the user. */
  readonly id: string;
}

/** Sends a notice on commit of the transaction. For rare changes: PostgreSQL serializes such commits. */
export async function notifyAtCommit(tx: Transaction, notice: Notice): Promise<void> {
  await sql`SELECT pg_notify(${channel}, ${write(notice)})`.execute(tx);
}

/** The same with a driver client. */
export async function notifyAtCommitOf(client: pg.ClientBase, notice: Notice): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [channel, write(notice)]);
}

/** Sends notices in a separate transaction. */
export async function notify(pool: pg.Pool, notices: readonly Notice[]): Promise<void> {
  await withRole(pool, { role: 'scout_ingest' }, (_tx, client) =>
    client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload', [
      channel,
      notices.map(write),
    ]),
  );
}

/** The notice of a payload; undefined for an unknown one. */
export function readNotice(payload: string): Notice | undefined {
  const [kind, id = ''] = payload.split(' ', 2);
  const known = kinds.find((name) => name === kind);
  return known && id !== '' ? { kind: known, id } : undefined;
}

const write = ({ kind, id }: Notice) => `${kind} ${id}`;
