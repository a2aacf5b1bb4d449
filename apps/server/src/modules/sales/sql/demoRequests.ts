import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { DemoRequests } from '../../../platform/database/schema.ts';

export type NewDemoRequest = Omit<Insertable<DemoRequests>, 'request_id'>;

/** Stores a request as scout_visitor. False if its key, or early access for its address, exists already. */
export async function insertDemoRequest(tx: Transaction, request: NewDemoRequest): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('demo_requests')
    .values({ request_id: randomUUIDv7(), ...request })
    // Without a conflict target: the role may not read the compared column.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** True if the request of this key is stored. */
export async function isDemoRequestStored(tx: Transaction, requestKey: string): Promise<boolean> {
  const { rows } = await sql<{ stored: boolean }>`
    SELECT scout.demo_request_stored(${requestKey}) AS stored`.execute(tx);
  return rows[0]?.stored ?? false;
}

/** True if early access was requested with this address, in lower case. */
export async function isEarlyAccessRequested(tx: Transaction, email: string): Promise<boolean> {
  const { rows } = await sql<{ requested: boolean }>`
    SELECT scout.early_access_requested(${email}) AS requested`.execute(tx);
  return rows[0]?.requested ?? false;
}

/** Adds an address to the mailing list. @throws DatabaseError 23505 if it is there */
export async function insertIntoMailingList(
  tx: Transaction,
  row: { email: string; suspected: boolean; created_at: Date },
): Promise<void> {
  await tx.insertInto('mailing_list').values(row).execute();
}
