import { type DemoRequest, type DemoRequestKind, limits, type MailingListEntry } from '@scout/contract';
import { byteOrderMark, csvLines } from '@scout/contract/exports/csv';
import { type Command, Option } from 'commander';
import type { OperatorClient } from './connection.ts';
import type { AddCommand, CommonOptions } from './program.ts';
import { table } from './table.ts';

interface RequestOptions extends CommonOptions {
  readonly kind?: 'early-access' | 'contact';
  readonly suspected?: true;
}

const kinds: Record<NonNullable<RequestOptions['kind']>, DemoRequestKind> = {
  'early-access': 'early_access',
  contact: 'contact',
};

const requestOptions = [
  new Option('--kind <kind>', 'only these').choices(Object.keys(kinds)),
  new Option('--suspected', 'only probable spam from programs'),
];

/** Data for sales: requests and questions, newest first, and the mailing list. */
export function addSalesCommands(
  groups: { readonly requests: Command; readonly mailingList: Command },
  add: AddCommand,
): void {
  add<RequestOptions>(
    groups.requests,
    'list',
    'List requests and questions, newest first',
    requestOptions,
    async (client, options) => {
      const answer = await allRequests(client, options);
      const rows = answer.map((row) => ({
        received: row.created_at,
        kind: row.kind === 'contact' ? 'contact' : 'early access',
        name: `${row.first_name} ${row.last_name}`,
        email: row.email,
        organization: row.company_name,
        size: row.company_size,
        message: shortened(row.message),
      }));
      return { answer, words: table(rows, 'No requests yet.') };
    },
  );
  add<RequestOptions>(
    groups.requests,
    'export',
    'Write requests and questions as CSV, in full',
    requestOptions,
    async (client, options) => {
      const answer = await allRequests(client, options);
      return { answer, words: csvOf(requestColumns, answer) };
    },
  );
  add<CommonOptions>(groups.mailingList, 'list', 'List the addresses', [], async (client) => {
    const answer = await allAddresses(client);
    return { answer, words: table(answer, 'The mailing list is empty.') };
  });
  add<CommonOptions>(groups.mailingList, 'export', 'Write the addresses as CSV', [], async (client) => {
    const answer = await allAddresses(client);
    return { answer, words: csvOf(['email', 'created_at', 'suspected'], answer) };
  });
}

const requestColumns = [
  'created_at',
  'kind',
  'first_name',
  'last_name',
  'email',
  'phone',
  'company_name',
  'company_size',
  'job_title',
  'message',
  'request_id',
] as const satisfies readonly (keyof DemoRequest)[];

/** CSV with column names; no cell can be read as a formula, for any input. */
function csvOf<Row extends object>(columns: readonly (keyof Row & string)[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => row[column] ?? ''));
  return byteOrderMark + csvLines([columns, ...lines]);
}

const { pageRows } = limits.demoRequest;

async function allRequests(client: OperatorClient, options: RequestOptions): Promise<DemoRequest[]> {
  const kind = options.kind && kinds[options.kind];
  const suspected = options.suspected ? 'true' : 'false';
  return allPages((after: DemoRequest | undefined) =>
    client.operatorDemoRequestsList({ kind, suspected, after: after?.request_id }),
  );
}

async function allAddresses(client: OperatorClient): Promise<MailingListEntry[]> {
  return allPages((after: MailingListEntry | undefined) =>
    client.operatorMailingList({ after: after?.email }),
  );
}

async function allPages<Row>(page: (after: Row | undefined) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const next = await page(rows.at(-1));
    rows.push(...next);
    if (next.length < pageRows) return rows;
  }
}

/** The start of a message, for a table. */
function shortened(message: string | null): string | null {
  const line = message?.replaceAll(/\s+/g, ' ') ?? null;
  return line !== null && line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
