import { limits, postureTitles, type ServiceAccount } from '@scout/contract';
import { accountsTable } from '@scout/contract/exports/accounts';
import { tableFile } from '@scout/contract/exports/table';
import { api } from '../../session/current.ts';
import { saveFile } from '../../shell/saveFile.ts';
import { type AccountFilter, queryOf } from './filter.ts';
import { healthOf, useTitles } from './words.ts';

const { pageRowsMax, fileRows } = limits.accounts;

const accountWords = {
  health: healthOf,
  use: ({ use }: ServiceAccount) => useTitles[use],
  posture: ({ posture }: ServiceAccount) => posture.map((each) => postureTitles[each]).join(', '),
};

/** Saves the accounts that match a filter, at most 10,000, as importable CSV; reports the number of accounts. */
export async function saveRegister(filter: AccountFilter, now: number): Promise<number> {
  const all: ServiceAccount[] = [];
  let cursor: string | undefined;
  do {
    const { accounts, next } = await api.accounts({
      limit: pageRowsMax,
      ...queryOf(filter),
      ...(cursor !== undefined && { cursor }),
    });
    all.push(...accounts);
    cursor = next ?? undefined;
  } while (cursor !== undefined && all.length < fileRows);
  const { text, mediaType } = tableFile('csv', accountsTable(all.slice(0, fileRows), accountWords));
  const timestamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  saveFile(new Blob([text], { type: mediaType }), `accounts-${timestamp}.csv`);
  return Math.min(all.length, fileRows);
}
