import { limits, type Rc4Use } from '@scout/contract';
import { rc4Table } from '@scout/contract/exports/rc4Uses';
import { tableFile } from '@scout/contract/exports/table';
import { api } from '../../session/current.ts';
import { saveFile } from '../../shell/saveFile.ts';

const { pageRowsMax, fileRows } = limits.rc4;

/** Saves the uses of RC4 of an account, or of all, as CSV; reports their number. */
export async function saveRc4Uses(account: string | null, now: number): Promise<number> {
  const all: Rc4Use[] = [];
  let cursor: string | undefined;
  do {
    const { uses, next } = await api.rc4Uses({
      limit: pageRowsMax,
      ...(account !== null && { account }),
      ...(cursor !== undefined && { cursor }),
    });
    all.push(...uses);
    cursor = next ?? undefined;
  } while (cursor !== undefined && all.length < fileRows);
  const { text, mediaType } = tableFile('csv', rc4Table(all.slice(0, fileRows)));
  const timestamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  saveFile(new Blob([text], { type: mediaType }), `rc4-uses-${timestamp}.csv`);
  return Math.min(all.length, fileRows);
}
