import {
  type DistributionPlan,
  DistributionRefusal,
  distribute,
  planDistribution,
} from '../../platform/database/distribution/distribute.ts';
import { withMigrationLock } from '../../platform/database/migrate.ts';
import { connectOwner, databaseToRead } from './backup/ownersDatabase.ts';

export interface DistributionOptions {
  /** Uses DATABASE_URL. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Parts of each table. */
  readonly shards: number;
  /** True: only says what there is to do. */
  readonly isPlan: boolean;
  readonly say: (line: string) => void;
}

/**
 * Distributes the tables of events of the database in DATABASE_URL over the nodes of its Citus cluster; run again after an interruption, it
 * continues. Returns what there was to do. @throws DistributionRefusal, BackupRefusal
 */
export async function distributeDatabase({
  env,
  shards,
  isPlan,
  say,
}: DistributionOptions): Promise<DistributionPlan> {
  if (!env.DATABASE_URL)
    throw new DistributionRefusal(
      'The included PostgreSQL is one machine’s. Set DATABASE_URL to the coordinator of a Citus cluster.',
    );
  await using database = await databaseToRead(env.DATABASE_URL, '');
  await using owner = await connectOwner(database.url);
  // Servers take this lock when they start.
  return await withMigrationLock(owner, async () => {
    const plan = await planDistribution(owner);
    if (!isPlan) await distribute(owner, plan, { shards, say });
    return plan;
  });
}
