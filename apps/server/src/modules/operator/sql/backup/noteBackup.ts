import { connectOwner } from '../../backup/ownersDatabase.ts';
import type { Written } from '../../backup/writeBackup.ts';

/**
 * Records a backup in the database it was made of, for the time of the last backup in the operator's status. Databases of earlier
 * versions have no column for it.
 */
export async function noteBackup(
  url: string,
  { made_at, bytes }: Pick<Written, 'made_at' | 'bytes'>,
): Promise<void> {
  await using owner = await connectOwner(url);
  const { rows } = await owner.query<{ exists: boolean }>(
    `SELECT to_regclass('scout.backups') IS NOT NULL AS exists`,
  );
  if (!rows[0]!.exists) return;
  await owner.query("DELETE FROM scout.backups WHERE made_at < $1::timestamptz - interval '1 year'", [
    made_at,
  ]);
  await owner.query('INSERT INTO scout.backups (made_at, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    made_at,
    bytes,
  ]);
}
