import type { ServiceAccount } from '@scout/contract';
import { limits } from '@scout/contract';
import { accountsTable } from '@scout/contract/exports/accounts';
import { tableFile } from '@scout/contract/exports/table';
import { api } from '../../session/current.ts';
import { saveFile } from '../../shell/saveFile.ts';
import { healthOf } from './words.ts';

const { pageRowsMax, fileRows } = limits.accounts;

/** Saves the whole register, at most 10,000 accounts, as importable CSV; reports the number of accounts. */
export async function saveRegister(now: number): Promise<number> {
  const all: ServiceAccount[] = [];
  let cursor: string | undefined;
  do {
    const { accounts, next } = await api.accounts({
      limit: pageRowsMax,
      ...(cursor !== undefined && { cursor }),
    });
    all.push(...accounts);
    cursor = next ?? undefined;
  } while (cursor !== undefined && all.length < fileRows);
  const { text, mediaType } = tableFile('csv', accountsTable(all.slice(0, fileRows), healthOf));
  const timestamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  saveFile(new Blob([text], { type: mediaType }), `accounts-${timestamp}.csv`);
  return Math.min(all.length, fileRows);
}
