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
    const events = await owner.query<Omit<Stored, 'ledger'>>(`
      SELECT count(*)::int AS stored, count(DISTINCT (tenant_id, record_id))::int AS distinct FROM scout.tenant_events`);
    const { rows } = await owner.query<Pick<Stored, 'ledger'>>(
      'SELECT coalesce(sum(accepted), 0)::int AS ledger FROM scout.batches',
    );
    return { ...events.rows[0]!, ...rows[0]! };
  } finally {
    await owner.end();
  }
}
