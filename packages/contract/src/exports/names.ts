import {
  type DetectionSettings,
  entryProblem,
  fileName,
  keyOf,
  NAME_KINDS,
  type NameKind,
  stripAccount,
  stripHost,
} from '@scout/detection';
import Papa from 'papaparse';
import { limits } from '../limits.ts';
import { csvText } from './csv.ts';
import type { ExportedTable } from './table.ts';

const { fileRows } = limits.accounts;

/** Headings of a column for each kind, the first for export; the further ones are those of Active Directory's exports. */
const headings: Record<NameKind, readonly [string, ...string[]]> = {
  service_accounts: ['Account', 'Service account', 'SamAccountName'],
  production_servers: ['Server', 'Production server', 'DNSHostName'],
  workstations: ['Workstation'],
  database_clients: ['Database client'],
};

/** Domains, DNS suffixes and folders are not part of an entry. */
const bare: Record<NameKind, (name: string) => string> = {
  service_accounts: stripAccount,
  production_servers: stripHost,
  workstations: stripHost,
  database_clients: fileName,
};

/** An organization's own entries for export; {@link readNamesCsv} reads them. */
export function namesTable(settings: DetectionSettings): ExportedTable {
  const lists = NAME_KINDS.map((kind) => settings[kind].entries);
  const length = Math.max(...lists.map((list) => list.length));
  return {
    headings: NAME_KINDS.map((kind) => headings[kind][0]),
    rows: Array.from({ length }, (_, row) => lists.map((list) => list[row] ?? '')),
  };
}

/** A line of a file without its names, with the reason. */
export interface FaultyLine {
  line: number;
  problem: string;
}

/** Names of a file by kind, without repetitions, and the lines left out; or the reason why the file is not read. */
export type NamesFile = { names: Record<NameKind, string[]>; faults: FaultyLine[] } | { problem: string };

/**
 * Reads names from CSV: commas, semicolons or tabs; a header line with a column for each kind, in any order and case; other columns
 * and empty cells are ignored. The line with a type that PowerShell writes first is skipped.
 */
export function readNamesCsv(text: string): NamesFile {
  const type = /^\ufeff?(?:"?#TYPE [^\r\n]*\r?\n)?/.exec(text)![0];
  const content = text.slice(type.length);
  const names = Object.fromEntries(NAME_KINDS.map((kind) => [kind, [] as string[]])) as Record<
    NameKind,
    string[]
  >;
  const known = new Set<string>();
  const faults: FaultyLine[] = [];
  let columns: (NameKind | undefined)[] | null = null;
  let [line, at, rows] = [1 + linesIn(type), 0, 0];
  Papa.parse<string[]>(content, {
    delimiter: [',', ';', '\t'].find((each) => /^[^\r\n]*/.exec(content)?.[0].includes(each)) ?? ',',
    step({ data, meta }, parser) {
      const first = line;
      line += linesIn(content.slice(at, meta.cursor));
      at = meta.cursor;
      if (columns === null) {
        columns = data.map(kindOf);
        return;
      }
      if (data.every((cell) => cell.trim() === '')) return;
      rows += 1;
      if (rows > fileRows) return parser.abort();
      for (const [index, kind] of columns.entries()) {
        if (kind === undefined) continue;
        const name = bare[kind](csvText(data[index] ?? '').trim());
        const key = `${kind} ${keyOf(name)}`;
        if (name === '' || known.has(key)) continue;
        const problem = entryProblem(kind, name);
        if (problem !== null) faults.push({ line: first, problem });
        else {
          known.add(key);
          names[kind].push(name);
        }
      }
    },
  });
  if (!(columns ?? []).some((kind) => kind !== undefined))
    return {
      problem: 'The first line must name one of the columns: Account, Server, Workstation, Database client.',
    };
  if (rows === 0) return { problem: 'The file has no names.' };
  if (rows > fileRows) return { problem: `A file has at most ${fileRows.toLocaleString('en-US')} lines.` };
  return { names, faults };
}

function kindOf(heading: string): NameKind | undefined {
  const word = heading.trim().toLowerCase();
  return NAME_KINDS.find((kind) => headings[kind].some((each) => each.toLowerCase() === word));
}

const linesIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;
