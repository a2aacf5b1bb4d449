import { isServiceAccount, keyOf, type NormalisedRow, stripAccount, stripHost } from '@scout/detection';
import { connectionOf } from '@scout/detection/commandLine';
import { fileName } from '@scout/detection/names';
import type { DetectorOptions } from './detector.ts';

/** Logons, refused logons, explicit credentials and process starts: the usual input of such rules. */
const WATCHED: ReadonlySet<number | null> = new Set([4624, 4625, 4648, 4688]);

/** The service account of a row, with the row's aspects of its use: `destination prd-sql01`. */
export type Use = { account: string; facets: string[] };

/** Reads rows for the two simple rules: the service account, and possibly new aspects. */
export function createUseReader({ inventory, naming }: DetectorOptions): (row: NormalisedRow) => Use | null {
  const listed = new Set(inventory?.accounts?.map(({ name }) => keyOf(stripAccount(name))));
  const isNamedSo = naming?.isServiceAccount ?? isServiceAccount;
  const isAccount = (name: string) => listed.has(keyOf(stripAccount(name))) || isNamedSo(name);
  return (row) => {
    if (!WATCHED.has(row.event_id)) return null;
    const name = accountOf(row, isAccount);
    return name === null ? null : { account: keyOf(stripAccount(name)), facets: facetsOf(row) };
  };
}

/** Precedence: the used account, the acting one, one on a command line. */
function accountOf(row: NormalisedRow, isAccount: (name: string) => boolean): string | null {
  for (const name of [row.target_user_name, row.subject_user_name]) {
    if (name !== null && isAccount(name)) return name;
  }
  const command = row.process_information_command_line;
  if (command === null) return null;
  return connectionOf(command).users.find(isAccount) ?? null;
}

function facetsOf(row: NormalisedRow): string[] {
  const facets = [`kind ${row.event_id ?? row.event_type} ${row.logon_type ?? ''}`];
  for (const source of [row.source_info_workstation_name, row.source_host]) {
    if (source !== null) facets.push(`source ${hostKey(source)}`);
  }
  if (row.system_context_computer_name !== null)
    facets.push(`destination ${hostKey(row.system_context_computer_name)}`);
  if (row.target_computer_name !== null) facets.push(`destination ${hostKey(row.target_computer_name)}`);
  const process = row.process_information_new_process_name;
  if (process !== null) {
    const parent = row.process_information_parent_process_name ?? '';
    facets.push(`process ${keyOf(fileName(parent))} ${keyOf(fileName(process))}`);
  }
  return facets;
}

function hostKey(name: string): string {
  return keyOf(stripHost(name));
}
