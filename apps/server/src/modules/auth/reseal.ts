import { sql } from 'kysely';
import type pg from 'pg';
import { createSeal, type Seal } from '../../platform/crypto/seal.ts';
import { withRole } from '../../platform/database/pool.ts';
import { deadMailQueue, mailQueue } from '../../platform/mail/mail.ts';
import { inAuth } from './database.ts';
import type { KeyPurpose, Keyring } from './keyring.ts';

/** Rows resealed per transaction. */
const rowsAtOnce = 200;

/** Number of rows resealed with the current key, and number that no key opens. */
export interface Resealed {
  readonly resealed: number;
  readonly unreadable: number;
}

/** Reseals up to 200 rows of a purpose. `after` is the last examined row; undefined at the end. */
type ResealSome = (
  pool: pg.Pool,
  seal: Seal,
  currentId: string,
  after: string,
) => Promise<Resealed & { readonly after: string | undefined }>;

const resealFactors: ResealSome = (pool, seal, currentId, after) =>
  inAuth(pool, async (_tx, db) => {
    const rows = await db
      .selectFrom('factors')
      .select(['factor_id', 'secret'])
      .where(sql<boolean>`split_part(secret, '.', 1) <> ${currentId}`)
      .where(sql<boolean>`factor_id::text > ${after}`)
      .orderBy(sql`factor_id::text`)
      .limit(rowsAtOnce)
      .forUpdate()
      .execute();
    const { texts, unreadable } = await anew(
      seal,
      rows.map((row) => [row.factor_id, row.secret]),
    );
    for (const [factor_id, secret] of texts)
      await db.updateTable('factors').set({ secret }).where('factor_id', '=', factor_id).execute();
    return { resealed: texts.length, unreadable, after: rows.at(-1)?.factor_id };
  });

/** Reseals the column `sealed` of a table, by a role that may, and by the column that identifies its rows. */
const resealTable =
  (role: 'scout_alerts' | 'scout_operator', table: string, id: string): ResealSome =>
  (pool, seal, currentId, after) =>
    withRole(pool, { role }, async (_tx, client) => {
      const { rows } = await client.query<{ id: string; sealed: string }>(
        `SELECT ${id}::text AS id, sealed FROM scout.${table}
         WHERE split_part(sealed, '.', 1) <> $1 AND ${id}::text > $2
         ORDER BY ${id}::text LIMIT ${rowsAtOnce} FOR UPDATE`,
        [currentId, after],
      );
      const { texts, unreadable } = await anew(
        seal,
        rows.map((row) => [row.id, row.sealed]),
      );
      for (const text of texts)
        await client.query(`UPDATE scout.${table} SET sealed = $2 WHERE ${id} = $1`, text);
      return { resealed: texts.length, unreadable, after: rows.at(-1)?.id };
    });

const resealChannels = resealTable('scout_alerts', 'channel_secrets', 'secret_id');
/** Keys that sign the configurations of agents. */
const resealConfigurationKeys = resealTable('scout_operator', 'agent_configuration_keys', 'tenant_id');
/** Passwords with which directories are read. */
const resealDirectories = resealTable('scout_operator', 'directory_secrets', 'directory_id');
/** Secrets of clients at identity providers. */
const resealSso = resealTable('scout_operator', 'sso_secrets', 'tenant_id');

/** Prefix of rows of the second kind. */
const SECOND = '2:';

/** Rows of one kind, followed by those of another. */
function inTurn(first: ResealSome, second: ResealSome): ResealSome {
  return async (pool, seal, currentId, after) => {
    if (!after.startsWith(SECOND)) {
      const part = await first(pool, seal, currentId, after);
      return { ...part, after: part.after ?? SECOND };
    }
    const part = await second(pool, seal, currentId, after.slice(SECOND.length));
    return { ...part, after: part.after === undefined ? undefined : `${SECOND}${part.after}` };
  };
}

/** Purposes with permanent sealed rows; rows of the others expire. */
const resealers: Partial<Record<KeyPurpose, ResealSome>> = {
  secrets: inTurn(
    resealFactors,
    inTurn(resealChannels, inTurn(resealConfigurationKeys, inTurn(resealDirectories, resealSso))),
  ),
  mail: (pool, seal, currentId, after) =>
    withRole(pool, { role: 'scout_jobs' }, async (_tx, client) => {
      const { rows } = await client.query<{ id: string; name: string; sealed: string }>(
        `SELECT id::text, name, data->>'sealed' AS sealed FROM pgboss.job
         WHERE name = ANY($1) AND split_part(data->>'sealed', '.', 1) <> $2 AND id::text > $3
         ORDER BY id::text LIMIT ${rowsAtOnce} FOR UPDATE`,
        [[mailQueue, deadMailQueue], currentId, after],
      );
      const { texts, unreadable } = await anew(
        seal,
        rows.map((row) => [row.id, row.sealed]),
      );
      for (const [id, sealed] of texts) {
        await client.query(
          `UPDATE pgboss.job SET data = jsonb_set(data, '{sealed}', to_jsonb($2::text))
           WHERE id = $1 AND name = ANY($3)`,
          [id, sealed, [mailQueue, deadMailQueue]],
        );
      }
      return { resealed: texts.length, unreadable, after: rows.at(-1)?.id };
    }),
};

/** Reseals the next rows of a purpose with its current key. */
export async function resealSome(
  pool: pg.Pool,
  keys: Keyring,
  purpose: KeyPurpose,
  after: string,
): Promise<Awaited<ReturnType<ResealSome>>> {
  const reseal = resealers[purpose];
  if (!reseal) return { resealed: 0, unreadable: 0, after: undefined };
  const { id } = await keys(purpose).current();
  return reseal(pool, createSeal(keys(purpose)), id, after);
}

/** Reseals all rows of a purpose with its current key. */
export async function resealAll(pool: pg.Pool, keys: Keyring, purpose: KeyPurpose): Promise<Resealed> {
  let [resealed, unreadable] = [0, 0];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const part: Awaited<ReturnType<ResealSome>> = await resealSome(pool, keys, purpose, after);
    resealed += part.resealed;
    unreadable += part.unreadable;
    after = part.after;
  }
  return { resealed, unreadable };
}

async function anew(seal: Seal, rows: readonly (readonly [string, string])[]) {
  const texts: [string, string][] = [];
  for (const [id, sealed] of rows) {
    const text = await seal.open(sealed).catch(() => undefined);
    if (text !== undefined) texts.push([id, await seal.seal(text)]);
  }
  return { texts, unreadable: rows.length - texts.length };
}
