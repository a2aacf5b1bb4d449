import Papa from 'papaparse';
import {
  type AccountDescription,
  accountDescription,
  type ServiceAccount,
} from '../entities/serviceAccount.ts';
import { limits } from '../limits.ts';
import { csvText } from './csv.ts';
import type { ExportedTable } from './table.ts';

const { fileRows } = limits.accounts;

/** Columns that are shown in words. */
export type AccountWords = Readonly<
  Record<'health' | 'use' | 'posture', (account: ServiceAccount) => string>
>;

/** The register as a table for export. Import reads its first three columns. */
export function accountsTable(accounts: readonly ServiceAccount[], words: AccountWords): ExportedTable {
  return {
    headings: [
      'Account',
      'Owner',
      'Purpose',
      'Health',
      'Use',
      'Posture',
      'Contract',
      'Open cases',
      'Hosts',
      'Hosts with an agent',
      'Hosts without an agent',
      'People',
      'First seen',
      'Last seen',
    ],
    rows: accounts.map((each) => [
      each.account,
      each.owner,
      each.purpose,
      words.health(each),
      words.use(each),
      words.posture(each),
      each.contract,
      each.open_cases,
      each.hosts,
      each.hosts_watched,
      each.hosts_unwatched.join(' '),
      each.persons,
      each.first_seen,
      each.last_seen,
    ]),
  };
}

/** Rows of a list of owners and purposes, or a message about its first error. */
export type AccountsFile = { accounts: AccountDescription[] } | { problem: string };

/**
 * Reads owners and purposes from CSV: commas, semicolons or tabs; a header line with the columns Account and Owner, Purpose or
 * both, in any order and case; other columns are ignored. A missing column leaves values unchanged; an empty cell clears them.
 */
export function readAccountsCsv(text: string): AccountsFile {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    skipEmptyLines: 'greedy',
    // The first line holds only names, so that cell contents below cannot affect detection of the separator.
    delimiter: [',', ';', '\t'].find((each) => /^[^\r\n]*/.exec(text)?.[0].includes(each)) ?? ',',
    // One above the limit, to detect excess rows.
    preview: fileRows + 2,
  });
  const [headings = [], ...rows] = data;
  const names = headings.map((heading) => heading.trim().toLowerCase());
  const column = (name: string) => names.indexOf(name);
  const [account, owner, purpose] = [column('account'), column('owner'), column('purpose')];
  if (account === -1 || (owner === -1 && purpose === -1))
    return { problem: 'The first line must name the columns: Account, Owner, Purpose.' };
  if (rows.length === 0) return { problem: 'The file has no accounts.' };
  if (rows.length > fileRows)
    return { problem: `A file has at most ${fileRows.toLocaleString('en-US')} accounts.` };
  const accounts: AccountDescription[] = [];
  for (const [index, row] of rows.entries()) {
    const cell = (at: number) => (at === -1 ? undefined : csvText(row[at] ?? ''));
    const parsed = accountDescription.safeParse({
      account: cell(account),
      owner: cell(owner),
      purpose: cell(purpose),
    });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return { problem: `Row ${index + 2}, ${String(issue?.path[0] ?? 'account')}: ${issue?.message}.` };
    }
    accounts.push(parsed.data);
  }
  return { accounts };
}

/** Maximum bytes of rows in a call's body, well below `limits.jsonBodyBytes`. */
const CALL_BYTES = 48 * 1024;

/** Splits accounts into lists that each fit into one call. */
export function inCalls(accounts: readonly AccountDescription[]): AccountDescription[][] {
  const encoder = new TextEncoder();
  const calls: AccountDescription[][] = [];
  let bytes = 0;
  for (const each of accounts) {
    const size = encoder.encode(JSON.stringify(each)).length + 1;
    const last = calls.at(-1);
    if (last === undefined || bytes + size > CALL_BYTES || last.length === limits.accounts.importRows) {
      calls.push([each]);
      bytes = size;
    } else {
      last.push(each);
      bytes += size;
    }
  }
  return calls;
}
