import { setTimeout as delay } from 'node:timers/promises';
import { type KeyName, keyNames } from '@scout/contract';
import { type Command, Option } from 'commander';
import type { OperatorClient } from './connection.ts';
import type { AddCommand, CommonOptions } from './program.ts';
import { table } from './table.ts';

/** The result of rotating one key. */
interface Rotated {
  readonly key: KeyName;
  readonly key_id: string;
  readonly resealed: number;
  readonly unreadable: number;
}

/** The server's keys. `progress` reports to a waiting person. */
export function addKeyCommands(group: Command, add: AddCommand, progress: (text: string) => void): void {
  add<CommonOptions>(group, 'list', "List the server's keys, without their secrets", [], async (client) => {
    const answer = await client.operatorKeysList({});
    const rows = answer.map(({ key, key_id, state, used_from, expires_at }) => ({
      key,
      key_id,
      state,
      'used from': used_from,
      'deleted after': expires_at,
    }));
    return { answer, words: table(rows, 'There is no key.') };
  });
  add<CommonOptions & { key: KeyName | 'all' }>(
    group,
    'rotate',
    'Replace a key while servers run; data of the previous key stays valid',
    [new Option('--key <key>', 'which').choices([...keyNames, 'all']).makeOptionMandatory()],
    async (client, { key }) => {
      const made = [];
      for (const name of key === 'all' ? keyNames : [key]) {
        const { key_id } = await client.operatorKeysRotate({ key: name });
        made.push({ key: name, key_id });
        progress(`${name}: made ${key_id}\n`);
      }
      progress('Waiting until every server uses the new key\n');
      const answer: Rotated[] = [];
      for (const one of made) answer.push({ ...one, ...(await resealAll(client, one.key, progress)) });
      const rows = answer.map((row) => ({ ...row }));
      return { answer, words: table(rows, '') };
    },
  );
}

/** Reseals everything sealed with former keys of this purpose, for any number of rows. */
async function resealAll(
  client: OperatorClient,
  key: KeyName,
  progress: (text: string) => void,
): Promise<Pick<Rotated, 'resealed' | 'unreadable'>> {
  let [resealed, unreadable] = [0, 0];
  for (let after: string | null = ''; after !== null; ) {
    const part: Awaited<ReturnType<OperatorClient['operatorKeysReseal']>> = await client.operatorKeysReseal({
      key,
      after,
    });
    if (part.waiting) {
      await delay(1_000);
      continue;
    }
    resealed += part.resealed;
    unreadable += part.unreadable;
    after = part.after;
    if (part.resealed > 0) progress(`${key}: ${resealed} re-encrypted\n`);
  }
  if (unreadable > 0) progress(`${key}: no key opens ${unreadable}; they stay, and so does the former key\n`);
  return { resealed, unreadable };
}
