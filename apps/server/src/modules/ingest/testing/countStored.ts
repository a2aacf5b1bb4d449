import pg from 'pg';

/** Events in the database, different ones among them, and events that the ledger of batches counts. */
export interface Stored {
  readonly stored: number;
  readonly distinct: number;
  readonly ledger: number;
}

/** Counts all organizations' events. An event is identified by its organization and record id. */
export async function countStored(ownerUrl: string): Promise<Stored> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<Stored>(`
      SELECT count(*)::int AS stored, count(DISTINCT (tenant_id, record_id))::int AS distinct,
        (SELECT coalesce(sum(accepted), 0)::int FROM scout.batches) AS ledger
      FROM scout.tenant_events`);
    return rows[0]!;
  } finally {
    await owner.end();
  }
}
