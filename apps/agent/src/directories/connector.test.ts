import { createPublicKey, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@scout/testkit/freePort';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../test/silentLog.ts';
import { nodeFs } from '../runtime/durableFs.ts';
import { DirectoryConnector } from './connector.ts';
import { noteReading, readReadings } from './readings.ts';

const ID = '00000000-0000-4000-8000-0000000000d1';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-connector-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A server that keeps what it is sent. */
function keptBy() {
  const sent: { key: string; document: string; signature: string }[] = [];
  let key = '';
  let begun = 0;
  const received = { kind: 'received' } as const;
  return {
    sent,
    begun: () => begun,
    server: {
      async beginSnapshot(_credential: string, request: { key: string }) {
        ({ key } = request);
        begun += 1;
        return { kind: 'begun', snapshotId: `${begun}`, position: null } as const;
      },
      sendPiece: async () => received,
      async finishSnapshot(
        _credential: string,
        _id: string,
        signed: { document: string; signature: string },
      ) {
        sent.push({ key, ...signed });
        return received;
      },
    },
  };
}

const log = silentLog();
const credentials = { identity: { agentId: 'agent-1', credential: 'scout_agent_x' } };
const signal = new AbortController().signal;

it('signs by a key that stays why a directory cannot be read', async () => {
  await writeFile(join(folder, 'password'), 'secret of the test\n');
  const url = `ldap://127.0.0.1:${await freePort()}`;
  const directories = [{ name: 'Corp', url, bind: 'reader', password_file: join(folder, 'password') }];
  const kept = keptBy();
  for (let n = 0; n < 2; n += 1) {
    const connector = new DirectoryConnector({ fs: nodeFs, folder, directories, log });
    const way = { server: kept.server, credentials, signal };
    connector.hear([{ directory_id: ID, name: 'CORP' }], way);
    // One at a time.
    connector.hear([{ directory_id: ID, name: 'CORP' }], way);
    await connector.settled();
    expect(connector.report()).toEqual({ snapshot_id: null });
  }
  expect(kept.begun()).toBe(2);
  const [first, second] = kept.sent;
  expect(first!.key).toBe(second!.key);
  const key = createPublicKey({ key: Buffer.from(first!.key, 'base64'), format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(first!.document), key, Buffer.from(first!.signature, 'base64'))).toBe(true);
  expect(JSON.parse(first!.document)).toEqual({
    kind: 'scout directory snapshot',
    agent_id: 'agent-1',
    directory_id: ID,
    snapshot_id: '1',
    content: null,
    problem: { message: 'The controller could not be reached (ECONNREFUSED).', is_sign_in: false },
  });
  expect(JSON.stringify(kept.sent)).not.toContain('secret of the test');
  expect(await readReadings(nodeFs, folder)).toEqual({
    Corp: {
      read_at: null,
      problem: {
        at: expect.any(String),
        message: 'The controller could not be reached (ECONNREFUSED).',
      },
    },
  });
});

it('a later problem leaves the time of the last reading, and a directory that is no longer named goes', async () => {
  await noteReading(nodeFs, folder, ['Corp', 'Lab'], { name: 'Corp', problem: null });
  const { read_at } = (await readReadings(nodeFs, folder)).Corp!;
  expect(read_at).not.toBeNull();
  await noteReading(nodeFs, folder, ['Corp', 'Lab'], { name: 'Corp', problem: 'gone' });
  expect(await readReadings(nodeFs, folder)).toEqual({
    Corp: { read_at, problem: { at: expect.any(String), message: 'gone' } },
  });
  await noteReading(nodeFs, folder, ['Lab'], { name: 'Lab', problem: null });
  expect(Object.keys(await readReadings(nodeFs, folder))).toEqual(['Lab']);
});

it('says so when its file names no such directory, or names a file that cannot be read', async () => {
  const directories = [
    { name: 'Corp', url: 'ldap://dc1.invalid', bind: 'reader', password_file: join(folder, 'none') },
  ];
  const kept = keptBy();
  const connector = new DirectoryConnector({ fs: nodeFs, folder, directories, log });
  for (const name of ['Other', 'Corp']) {
    connector.hear([{ directory_id: ID, name }], { server: kept.server, credentials, signal });
    await connector.settled();
  }
  expect(kept.sent.map(({ document }) => JSON.parse(document).problem.message)).toEqual([
    'The agent.json of the machine names no such directory.',
    'The agent cannot read its file with the password (ENOENT).',
  ]);
});

it.each([undefined, null, [], [{}], 'Corp', [{ directory_id: 1, name: 2 }]])(
  '%j is nothing to read',
  async (due) => {
    const kept = keptBy();
    const connector = new DirectoryConnector({ fs: nodeFs, folder, directories: [], log });
    connector.hear(due, { server: kept.server, credentials, signal });
    await connector.settled();
    expect(kept.begun()).toBe(0);
  },
);
