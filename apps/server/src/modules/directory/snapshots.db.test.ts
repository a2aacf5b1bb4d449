import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { MINUTE } from '@scout/detection/time';
import { digestWith, NO_PIECES, type SnapshotContent, type SnapshotLine } from '@scout/directory';
import { clientOf, createClock, createOrganization, type TestClient } from '@scout/testkit';
import {
  beginTestSnapshot,
  newConnector,
  packSnapshot,
  type TestConnector,
  type TestSnapshot,
} from '@scout/testkit/snapshots';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EnrolledAgent, enrolIn, type Fleet, quiet, startFleet } from '../../testing/fleet.ts';
import { storeNextSnapshot } from './sql/storeSnapshot.ts';
import { claimSync } from './sql/syncs.ts';

const clock = createClock(new Date().toISOString());
let fleet: Fleet;
let agent: EnrolledAgent;
let connector: TestConnector;
let directoryId: string;
beforeAll(async () => {
  fleet = await startFleet(clock);
});
afterAll(() => fleet.server.stop());
beforeEach(async () => {
  await fleet.server.database.asOwner((owner) => owner.query('DELETE FROM scout.directories'));
  agent = await enrolIn(fleet);
  connector = newConnector();
  directoryId = (await add('Branch', agent.id)).directory_id;
});

/** As the operator, whose token does not depend on the test's clock. */
const operator = async () => (await fleet.bank.as('operator')).api;
const add = async (name: string, reader: string) =>
  (await operator()).operatorDirectoriesCreate({ tenant_id: fleet.bank.tenantId, name, agent: reader });

const account = (name: string, more: object = {}): SnapshotLine => ({
  account: {
    object_guid: randomUUID(),
    sid: `S-1-5-21-1-2-3-${name.length + 1100}`,
    name,
    dn: `CN=${name},DC=corp`,
    spns: [],
    password_set_at: null,
    last_logon_at: null,
    created_at: null,
    is_enabled: true,
    encryption_types: null,
    delegation: 'none',
    delegates_to: [],
    acted_for_by: [],
    managed_by: null,
    group_name: null,
    group_managed_by: null,
    description: null,
    kind: 'user',
    upn: null,
    password_never_expires: false,
    without_preauthentication: false,
    admin_count: false,
    password_readers: [],
    replaced: null,
    ...more,
  },
});

const begin = () => beginTestSnapshot(agent, agent.id, directoryId, connector);
async function send(snapshot: TestSnapshot, pieces: readonly Buffer[], as: TestClient = agent) {
  for (const [at, body] of pieces.entries())
    await as.api.directorySnapshotPiece({
      snapshot_id: snapshot.snapshotId,
      number: at + 1,
      body: body.toString('base64'),
    });
}
const finish = (snapshot: TestSnapshot, content: SnapshotContent, as?: TestConnector) =>
  agent.api.directorySnapshotFinish({
    snapshot_id: snapshot.snapshotId,
    ...snapshot.sign({ content, problem: null }, as),
  });
const store = () => storeNextSnapshot(fleet.server.context.pool, clock.now());
async function ship(lines: readonly SnapshotLine[], more: Partial<SnapshotContent> = {}) {
  const snapshot = await begin();
  const { pieces, content } = packSnapshot(lines, more, 200);
  await send(snapshot, pieces);
  await finish(snapshot, content);
  return store();
}
const state = async () =>
  (await (await operator()).operatorDirectoriesList({ tenant_id: fleet.bank.tenantId }))[0]!;
const names = async () => {
  const { rows } = await fleet.server.database.asOwner((owner) =>
    owner.query<{ name: string }>('SELECT name FROM scout.directory_accounts ORDER BY name'),
  );
  return rows.map(({ name }) => name);
};
const makeDue = async () =>
  (await operator()).operatorDirectoriesSync({
    params: { directory_id: directoryId },
    query: { tenant_id: fleet.bank.tenantId },
  });
const due = async (as: TestClient = agent, snapshot_id: string | null = null) =>
  (await as.api.agentHeartbeat({ ...quiet, directories: { snapshot_id } })).directories_due;

test('an agent ships a snapshot of its directory: stored as a whole, then by changes', async () => {
  expect(await state()).toMatchObject({
    url: null,
    bind_name: null,
    state: 'waiting',
    agent: { agent_id: agent.id, key_fingerprint: null },
  });
  expect(await due()).toEqual([{ directory_id: directoryId, name: 'Branch' }]);
  const one = account('svc.one');
  const position = { invocation_id: randomUUID(), usn: '42' };
  expect(
    await ship([one, account('svc.two'), { privileged: ['S-1-5-21-1-2-3-1107', ['Domain Admins']] }], {
      position,
    }),
  ).toBe('stored');
  expect(await names()).toEqual(['svc.one', 'svc.two']);
  expect(await state()).toMatchObject({
    state: 'current',
    accounts: 2,
    domain: 'corp.example',
    problem: null,
    agent: { key_fingerprint: expect.stringMatching(/^[\w-]{43}$/) },
  });
  expect(await due()).toEqual([]);

  clock.advance(15 * MINUTE);
  expect(await due()).toHaveLength(1);
  const changes = await begin();
  expect(changes.position).toEqual(position);
  const guid = 'account' in one ? one.account.object_guid : '';
  const { pieces, content } = packSnapshot([account('svc.three'), { removed: guid }], { is_full: false });
  await send(changes, pieces);
  await finish(changes, content);
  expect(await store()).toBe('stored');
  expect(await names()).toEqual(['svc.three', 'svc.two']);
  const { rows } = await fleet.server.database.asOwner((owner) =>
    owner.query(
      'SELECT (SELECT count(*)::int FROM scout.directory_pieces) AS pieces, privileged_groups FROM scout.directory_accounts',
    ),
  );
  expect(rows).toContainEqual({ pieces: 0, privileged_groups: [] });
});

test('only the named, approved and subscribed agent ships, for its directory alone', async () => {
  const other = await enrolIn(fleet);
  const rival = { ...fleet, bank: await createOrganization(fleet.server, `Rivalry ${randomUUID()}`) };
  const stranger = await enrolIn(rival);
  for (const sender of [other, stranger]) {
    expect(await due(sender)).toEqual([]);
    await expect(beginTestSnapshot(sender, sender.id, directoryId, newConnector())).rejects.toMatchObject({
      code: 'not_found',
    });
  }
  const snapshot = await begin();
  const { pieces, content } = packSnapshot([account('svc.one')]);
  for (const sender of [other, stranger]) {
    await expect(send(snapshot, pieces, sender)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      sender.api.directorySnapshotFinish({
        snapshot_id: snapshot.snapshotId,
        ...snapshot.sign({ content, problem: null }),
      }),
    ).rejects.toMatchObject({ code: 'not_found' });
  }
  await fleet.server.database.asOwner((owner) =>
    owner.query('UPDATE scout.agents SET awaiting_approval = true WHERE agent_id = $1', [agent.id]),
  );
  await expect(begin()).rejects.toMatchObject({ code: 'awaiting_approval' });
  expect(await due()).toBeUndefined();
  await fleet.server.database.asOwner((owner) =>
    owner.query('UPDATE scout.agents SET awaiting_approval = false WHERE agent_id = $1', [agent.id]),
  );
  await (await operator()).operatorAgentsRevoke({
    params: { agent_id: agent.id },
    query: { tenant_id: fleet.bank.tenantId },
  });
  await expect(send(snapshot, pieces)).rejects.toMatchObject({ code: 'credential_revoked' });
  expect(await state()).toMatchObject({
    problem: expect.stringMatching(/^The agent on PRD-SQL01 was revoked\./),
  });
  expect(await names()).toEqual([]);
});

test('a copied credential without the key, an altered, missing or repeated piece, and an earlier snapshot change nothing', async () => {
  expect(await ship([account('svc.good')])).toBe('stored');
  const good = await state();
  const refused = { code: 'snapshot_refused' };
  const { pieces, content } = packSnapshot([account('svc.bad'), account('svc.worse')], {}, 200);
  expect(pieces.length).toBeGreaterThan(1);

  await makeDue();
  await expect(
    beginTestSnapshot(clientOf(fleet.server, agent.bearer), agent.id, directoryId, newConnector()),
  ).rejects.toMatchObject({ code: 'snapshot_key' });
  expect(await state()).toMatchObject({
    problem: expect.stringMatching(/^The agent signs with another key/),
  });

  await makeDue();
  const unsigned = await begin();
  await send(unsigned, pieces);
  await expect(finish(unsigned, content, newConnector())).rejects.toMatchObject(refused);
  expect(await state()).toMatchObject({ problem: 'The snapshot is not signed by the key of the agent.' });

  await makeDue();
  const altered = await begin();
  await send(altered, [pieces[0]!, Buffer.from('changed on its way'), ...pieces.slice(2)]);
  await expect(finish(altered, content)).rejects.toMatchObject(refused);
  const problem = 'The snapshot of the agent is incomplete, or was changed on its way.';
  expect(await state()).toMatchObject({ problem, state: 'failing', synced_at: good.synced_at });

  await makeDue();
  const missing = await begin();
  await send(missing, pieces.slice(0, -1));
  await expect(finish(missing, content)).rejects.toMatchObject(refused);
  expect(await state()).toMatchObject({ problem });

  await makeDue();
  const first = await begin();
  await send(first, pieces);
  const ended = first.sign({ content, problem: null });
  const second = await begin();
  await send(second, pieces);
  const replayed = { snapshot_id: second.snapshotId, ...ended };
  await expect(agent.api.directorySnapshotFinish(replayed)).rejects.toMatchObject(refused);
  await expect(
    agent.api.directorySnapshotFinish({ snapshot_id: first.snapshotId, ...ended }),
  ).rejects.toMatchObject({ code: 'not_found' });

  expect(await store()).toBe('idle');
  expect(await names()).toEqual(['svc.good']);
});

test('a piece is taken once and in order', async () => {
  const snapshot = await begin();
  const piece = (number: number, text: string) =>
    agent.api.directorySnapshotPiece({
      snapshot_id: snapshot.snapshotId,
      number,
      body: Buffer.from(text).toString('base64'),
    });
  await expect(piece(2, 'second')).rejects.toMatchObject({ code: 'snapshot_piece' });
  expect(await piece(1, 'first')).toEqual({ pieces: 1 });
  expect(await piece(1, 'first')).toEqual({ pieces: 1 });
  await expect(piece(1, 'other')).rejects.toMatchObject({ code: 'snapshot_piece' });
  await expect(piece(2, 'x'.repeat(45_010))).rejects.toMatchObject({ status: 400 });
  clock.advance(60 * MINUTE);
  await expect(piece(2, 'second')).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  ['no gzip', Buffer.from('no gzip'), {}],
  ['no lines', gzipSync('{"account":'), {}],
  ['an entry out of bounds', gzipSync(`${JSON.stringify(account('a'.repeat(300)))}\n`), {}],
  ['a text that cannot be stored', gzipSync(`${JSON.stringify(account('a\0b'))}\n`), {}],
  ['an unknown line', gzipSync('{"password":"x"}\n'), {}],
  ['other counts than signed', gzipSync(`${JSON.stringify(account('svc.one'))}\n`), { accounts: 2 }],
  ['no account at all', gzipSync(''), { accounts: 0 }],
  ['a line without an end', gzipSync('x'.repeat(3_000_000)), {}],
])('%s of a signed snapshot is refused, and the last good state stays', async (_case, bytes, more) => {
  expect(await ship([account('svc.good')])).toBe('stored');
  await makeDue();
  const snapshot = await begin();
  await send(snapshot, [bytes]);
  const { content } = packSnapshot([account('svc.one')], more);
  const digest = digestWith(NO_PIECES, bytes).toString('hex');
  await finish(snapshot, { ...content, pieces: 1, digest });
  expect(await store()).toBe('failed');
  expect(await names()).toEqual(['svc.good']);
  expect(await state()).toMatchObject({
    state: 'failing',
    problem: 'The snapshot of the agent could not be read.',
  });
});

test('more than a directory may have ends the reading of it', async () => {
  const zeros = gzipSync(Buffer.alloc(600 * 1024 * 1024, `${JSON.stringify({ removed: randomUUID() })}\n`));
  const pieces = Array.from({ length: Math.ceil(zeros.length / 45_000) }, (_, n) =>
    zeros.subarray(n * 45_000, (n + 1) * 45_000),
  );
  const snapshot = await begin();
  await send(snapshot, pieces);
  const digest = pieces.reduce<Buffer>(digestWith, NO_PIECES).toString('hex');
  const { content } = packSnapshot([account('svc.one')]);
  await finish(snapshot, { ...content, pieces: pieces.length, digest });
  expect(await store()).toBe('failed');
  expect(await names()).toEqual([]);
}, 120_000);

test('a problem that the agent signed is told, and delays the next attempt', async () => {
  const snapshot = await begin();
  const problem = { message: 'The controller refused the name or the password.', is_sign_in: true };
  await agent.api.directorySnapshotFinish({
    snapshot_id: snapshot.snapshotId,
    ...snapshot.sign({ content: null, problem }),
  });
  const failed = await state();
  expect(failed).toMatchObject({ state: 'failing', problem: problem.message });
  expect(Date.parse(failed.next_attempt_at) - clock.now()).toBe(60 * MINUTE);
  expect(await due()).toEqual([]);
});

test('an agent that restarted begins again; one that reads is left alone; one that is silent is told of', async () => {
  const snapshot = await begin();
  expect(await due(agent, snapshot.snapshotId)).toEqual([]);
  expect(await due(agent, null)).toHaveLength(1);
  await ship([account('svc.one')]);
  clock.advance(15 * MINUTE + 11 * MINUTE);
  expect(await state()).toMatchObject({
    state: 'failing',
    problem: expect.stringMatching(/^The agent on PRD-SQL01 did not read the directory when it was due/),
  });
  // The server never reads it itself.
  expect(await claimSync(fleet.server.context.pool, clock.now())).toBeUndefined();
});

test('a directory needs an approved agent of the organization, and a name of its own there', async () => {
  const rival = await createOrganization(fleet.server, `Rivalry ${randomUUID()}`);
  for (const given of ['no such machine', await rival.agentId()])
    await expect(add('Other', given)).rejects.toMatchObject({
      code: 'directory_agent',
    });
  await expect(add('BRANCH', agent.id)).rejects.toMatchObject({
    code: 'directory_name',
  });
  // Both an agent and an address: one of them would be ignored.
  const both = {
    name: 'Other',
    agent: agent.id,
    url: 'ldaps://dc1',
    bind_name: 'reader',
    password: 'secret',
  };
  await expect(
    (await operator()).operatorDirectoriesCreate({ tenant_id: fleet.bank.tenantId, ...both } as never),
  ).rejects.toMatchObject({ status: 400 });
});
