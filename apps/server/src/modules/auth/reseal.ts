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

const resealChannels: ResealSome = (pool, seal, currentId, after) =>
  withRole(pool, { role: 'scout_alerts' }, async (_tx, client) => {
    const { rows } = await client.query<{ id: string; sealed: string }>(
      `SELECT secret_id::text AS id, sealed FROM scout.channel_secrets
       WHERE split_part(sealed, '.', 1) <> $1 AND secret_id::text > $2
       ORDER BY secret_id::text LIMIT ${rowsAtOnce} FOR UPDATE`,
      [currentId, after],
    );
    const { texts, unreadable } = await anew(
      seal,
      rows.map((row) => [row.id, row.sealed]),
    );
    for (const [id, sealed] of texts)
      await client.query('UPDATE scout.channel_secrets SET sealed = $2 WHERE secret_id = $1', [id, sealed]);
    return { resealed: texts.length, unreadable, after: rows.at(-1)?.id };
  });

/** Keys that sign the configurations of agents. */
const resealConfigurationKeys: ResealSome = (pool, seal, currentId, after) =>
  withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const rows = await tx
      .selectFrom('agent_configuration_keys')
      .select([sql<string>`tenant_id::text`.as('id'), 'sealed'])
      .where(sql<boolean>`split_part(sealed, '.', 1) <> ${currentId}`)
      .where(sql<boolean>`tenant_id::text > ${after}`)
      .orderBy(sql`tenant_id::text`)
      .limit(rowsAtOnce)
      .forUpdate()
      .execute();
    const { texts, unreadable } = await anew(
      seal,
      rows.map((row) => [row.id, row.sealed]),
    );
    for (const [id, sealed] of texts)
      await tx.updateTable('agent_configuration_keys').set({ sealed }).where('tenant_id', '=', id).execute();
    return { resealed: texts.length, unreadable, after: rows.at(-1)?.id };
  });

/** Passwords with which directories are read. */
const resealDirectories: ResealSome = (pool, seal, currentId, after) =>
  withRole(pool, { role: 'scout_operator' }, async (_tx, client) => {
    const { rows } = await client.query<{ id: string; sealed: string }>(
      `SELECT directory_id::text AS id, sealed FROM scout.directory_secrets
       WHERE split_part(sealed, '.', 1) <> $1 AND directory_id::text > $2
       ORDER BY directory_id::text LIMIT ${rowsAtOnce} FOR UPDATE`,
      [currentId, after],
    );
    const { texts, unreadable } = await anew(
      seal,
      rows.map((row) => [row.id, row.sealed]),
    );
    for (const [id, sealed] of texts)
      await client.query('UPDATE scout.directory_secrets SET sealed = $2 WHERE directory_id = $1', [
        id,
        sealed,
      ]);
    return { resealed: texts.length, unreadable, after: rows.at(-1)?.id };
  });

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
  secrets: inTurn(resealFactors, inTurn(resealChannels, inTurn(resealConfigurationKeys, resealDirectories))),
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
