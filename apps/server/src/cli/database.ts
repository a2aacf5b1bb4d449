import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  BackupRefusal,
  type DistributionPlan,
  DistributionRefusal,
  distributeDatabase,
} from '../modules/operator/commands.ts';
import { Failure } from './failure.ts';
import type { Terminal } from './program.ts';
import { withSecrets } from './secrets.ts';
import { table } from './table.ts';

interface DistributeOptions {
  readonly plan?: true;
  readonly shards: number;
  readonly json?: true;
}

const SHARDS = 32;
const SHARDS_MAX = 1_024;

/** `database distribute`: works on the database directly, while no server runs. */
export function addDatabaseCommands(group: Command, terminal: Terminal): void {
  group
    .command('distribute')
    .description('Distribute events over the nodes of the Citus cluster in DATABASE_URL, by organization')
    .option('--plan', 'say what there is to distribute, and change nothing')
    .addOption(
      new Option('--shards <n>', 'parts of each table, several for each node to come')
        .default(SHARDS)
        .argParser(toShards),
    )
    .option('--json', 'print the answer as JSON')
    .action(async ({ plan: isPlan, shards, json }: DistributeOptions) => {
      const env = withSecrets(terminal.env, ['DATABASE_URL']);
      const say = (line: string) => terminal.error(line);
      const plan = await distributeDatabase({ env, shards, isPlan: isPlan ?? false, say }).catch(
        (error: unknown) => {
          throw explained(error);
        },
      );
      terminal.out(json ? `${JSON.stringify(answerOf(plan, isPlan), null, 2)}\n` : wordsOf(plan, isPlan));
    });
}

function toShards(text: string): number {
  const shards = Number(text);
  if (!Number.isInteger(shards) || shards < 1 || shards > SHARDS_MAX)
    throw new InvalidArgumentError(`It must be a whole number up to ${SHARDS_MAX}.`);
  return shards;
}

function explained(error: unknown): unknown {
  if (error instanceof DistributionRefusal || error instanceof BackupRefusal)
    return new Failure('refused', error.message, { cause: error });
  // Of PostgreSQL, such as a node that does not respond: each table is moved whole or not at all.
  if (error instanceof Error && 'code' in error)
    return new Failure(
      'failed',
      `It did not finish: ${error.message}. Run the command again; it continues.`,
      {
        cause: error,
      },
    );
  return error;
}

const answerOf = (
  { database, nodes, tables, isDistributed }: DistributionPlan,
  isPlan: true | undefined,
) => ({
  database,
  nodes,
  state: isDistributed ? 'was distributed' : isPlan ? 'to distribute' : 'distributed',
  tables: tables.map((one) => ({
    table: one.table,
    was_distributed: one.isDistributed,
    partitions: one.partitions,
    bytes: one.bytes,
  })),
});

function wordsOf(
  { database, nodes, tables, isDistributed }: DistributionPlan,
  isPlan: true | undefined,
): string {
  const on = `over ${nodes.length} nodes (${nodes.join(', ')})`;
  if (isDistributed)
    return `The database ${database} is already distributed ${on}. Its roles on them were ensured.\n`;
  const rows = tables.map((one) => ({
    table: one.table,
    partitions: one.partitions,
    MB: (one.bytes / 1_000_000).toFixed(1),
    is: one.isDistributed ? 'distributed' : 'on the coordinator',
  }));
  const words = isPlan
    ? `Of the database ${database}, what is on the coordinator would be distributed ${on}.`
    : `The database ${database} is distributed ${on}. Start the servers.`;
  return `${table(rows, '')}\n${words}\n`;
}
