import { type Transaction, withRole } from '@scout/server/platform/database/pool';
import type pg from 'pg';
import { TENANT } from './fill.ts';

/** A statement as it was sent. */
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Result of EXPLAIN (ANALYZE, BUFFERS) for a statement. */
export interface Plan {
  readonly text: string;
  readonly planningMs: number;
  readonly executionMs: number;
  /** Rows that scans of tables and indexes read, those among them that a filter removed included. */
  readonly rows: number;
  /** Blocks of 8 KiB. */
  readonly buffers: number;
  readonly lines: readonly string[];
}

/** Records the statements of a pool's connections while it is asked to. */
export class Recorder {
  readonly #statements: Statement[] = [];
  #isOn = false;

  constructor(pool: pg.Pool) {
    pool.on('connect', (client) => {
      const send = client.query.bind(client) as (...given: unknown[]) => unknown;
      client.query = ((...given: unknown[]) => {
        if (this.#isOn) this.#keep(given);
        return send(...given);
      }) as typeof client.query;
    });
  }

  #keep([query, values]: unknown[]): void {
    const { text, values: own } =
      typeof query === 'string' ? { text: query, values: undefined } : (query as Partial<Statement>);
    if (text !== undefined && /^\s*(SELECT|WITH)/i.test(text))
      this.#statements.push({ text, values: own ?? (values as unknown[] | undefined) ?? [] });
  }

  /** The statements that reading sends. */
  async statementsOf(read: () => Promise<unknown>): Promise<readonly Statement[]> {
    this.#statements.length = 0;
    this.#isOn = true;
    try {
      await read();
    } finally {
      this.#isOn = false;
    }
    return [...this.#statements];
  }
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Node[];
}

/** Explains a statement as the member who sends it. */
export function explain(pool: pg.Pool, { text, values }: Statement): Promise<Plan> {
  return withRole(
    pool,
    { role: 'scout_member', tenantId: TENANT, userId: 'u' },
    async (_tx: Transaction, client) => {
      const explained = async (format: string) =>
        (
          await client.query<{ 'QUERY PLAN': unknown }>(
            `EXPLAIN (ANALYZE, BUFFERS, FORMAT ${format}) ${text}`,
            [...values],
          )
        ).rows.map((row) => row['QUERY PLAN']);
      const [[{ Plan: root, 'Planning Time': planningMs, 'Execution Time': executionMs }]] = (await explained(
        'JSON',
      )) as [[{ Plan: Node; 'Planning Time': number; 'Execution Time': number }]];
      return {
        text,
        planningMs,
        executionMs,
        rows: rowsOf(root),
        buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
        lines: (await explained('TEXT')) as string[],
      };
    },
  );
}

function rowsOf(node: Node): number {
  const own =
    node['Relation Name'] === undefined
      ? 0
      : node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0);
  return own * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
}
