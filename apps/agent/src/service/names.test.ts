import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../test/memoryDisk.ts';
import { silentLog } from '../../test/silentLog.ts';
import type { Missing } from '../spool/gaps.ts';
import { Names, readNames } from './names.ts';
import { fingerprintOf } from './signedDocument.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const AGENT = '9e3f2c1a-0000-4000-8000-000000000001';
const never = new AbortController().signal;

/** Names of a version of the settings; `change` replaces parts of them. */
const own = (version = 1, change: object = {}) => ({
  etag: `v${version}`,
  version,
  service_accounts: { standard: false, entries: ['sa_*'] },
  production_servers: { standard: true, entries: [] },
  accounts: ['ledger$'],
  others: 'none',
  ...change,
});
const signed = (names: object, more: object = {}, by = privateKey) => {
  const { version = 1 } = names as { version?: number };
  const issued_at = new Date(Date.UTC(2026, 0, version)).toISOString();
  const document = JSON.stringify({ agent_id: AGENT, issued_at, names, ...more });
  return { document, signature: sign(null, Buffer.from(document), by).toString('base64') };
};

let disk: MemoryDisk;
let log: ReturnType<typeof silentLog>;
let key: string | null;
let gaps: Missing[];
beforeEach(async () => {
  disk = new MemoryDisk();
  await disk.makeDirectory();
  log = silentLog();
  key = KEY;
  gaps = [];
});
const credentials = {
  identity: { agentId: AGENT, credential: 'c' },
  get configurationKey() {
    return key;
  },
  pinConfigurationKey: async (given: string) => {
    key = given;
  },
};
const kept = () => ({ agent_id: AGENT, ...(key !== null && { configuration_key: key }) });
const start = async (names = new Names()): Promise<Names> => {
  await names.load(disk, '/state', kept(), log);
  return names;
};
const hear = (names: Names, received: unknown, configurationKey?: unknown) =>
  names.hear({ names: received, configurationKey }, credentials, async (gap) => {
    gaps.push(gap);
  });
const serves = (names: Names, ...accounts: string[]) => accounts.map(names.naming.isServiceAccount);
const versionOf = (names: Names) => names.report(credentials).applied?.version;

describe('the names of an organization', () => {
  it('are used and stored when the server sends them, and known after a restart without it', async () => {
    const names = await start();
    await hear(names, signed(own()));
    expect(serves(names, 'sa_billing', 'ledger$', 'svc.billing')).toEqual([true, true, false]);
    const report = names.report(credentials);
    expect(report).toEqual({
      key: fingerprintOf(KEY),
      applied: { etag: 'v1', version: 1, since: expect.stringMatching(/Z$/) },
      refused: null,
    });
    disk = disk.reboot('nothing', () => 0);
    const restarted = await start();
    expect(restarted.report(credentials)).toEqual(report);
    expect(serves(restarted, 'sa_billing', 'ledger$', 'svc.billing')).toEqual([true, true, false]);
    await restarted.ready(never);
    await hear(restarted, undefined);
    expect(serves(restarted, 'sa_billing', 'svc.billing')).toEqual([true, false]);
    expect(await readNames(disk, '/state', kept())).toEqual({ version: 1, since: report.applied!.since });
  });

  it('arrive with the key that signed them, which is pinned first', async () => {
    key = null;
    const names = await start();
    await hear(names, signed(own()), KEY);
    expect([key, versionOf(names)]).toEqual([KEY, 1]);
  });

  it('change while the agent runs: the log says so, and what was left out is a gap', async () => {
    const names = await start();
    await hear(names, signed(own()));
    await hear(names, signed(own(2, { service_accounts: { standard: true, entries: [] } })));
    expect([versionOf(names), ...serves(names, 'sa_billing', 'svc.billing')]).toEqual([2, false, true]);
    expect(log.lines).toEqual([
      'the names of service accounts have changed: version 1, 1 entry of the organization, 1 further account',
      'the names of service accounts have changed: version 2, the default rule, 0 entries of the organization, 1 further account',
      'events that the earlier names left out are not read again',
    ]);
    expect(gaps).toEqual([{ reason: 'names_changed', from: 'names 1', to: 'names 2', missing: null }]);
  });

  it.each<[string, object, object]>([
    ['fewer names', {}, { service_accounts: { standard: false, entries: ['sa_billing*'] } }],
    ['another account without a rule', {}, { version: 1, etag: 'v1b', accounts: ['ledger$', 'batch'] }],
    ['names of no account', {}, {}],
  ])('that leave out no more make no gap: %s', async (_, before, after) => {
    const names = await start();
    await hear(
      names,
      signed(own(1, { service_accounts: { standard: false, entries: ['sa_*', 'sa_billing*'] }, ...before })),
    );
    await hear(names, signed(own(2, { service_accounts: { standard: false, entries: ['sa_*'] }, ...after })));
    expect(gaps).toEqual([]);
  });

  it('keep the time of their version while accounts are added', async () => {
    const names = await start();
    await hear(names, signed(own()));
    const { since } = names.report(credentials).applied!;
    await new Promise((resolve) => setTimeout(resolve, 5));
    await hear(names, signed(own(1, { etag: 'v1b', accounts: ['ledger$', 'batch'] })));
    expect(names.report(credentials).applied).toEqual({ etag: 'v1b', version: 1, since });
  });

  it('that are too many are mentioned in the log, and more is sent', async () => {
    const names = await start();
    await hear(names, signed(own(1, { others: 'users' })));
    expect(serves(names, 'j.weber', 'WS-1042$')).toEqual([true, false]);
    expect(log.lines).toEqual([
      expect.stringContaining('there are more, so events of all accounts but machines'),
    ]);
  });

  it('are the default ones with a server of an earlier version', async () => {
    key = null;
    const names = await start();
    await hear(names, undefined);
    expect([versionOf(names), ...serves(names, 'svc.billing', 'sa_billing')]).toEqual([
      undefined,
      true,
      false,
    ]);
    await names.ready(never);
  });

  it('are waited for before the first event; without any response more is sent', async () => {
    const names = await start(new Names(0));
    await names.ready(never);
    expect(serves(names, 'sa_billing', 'j.weber', 'WS-1042$')).toEqual([true, true, false]);
    const waiting = await start();
    let isReady = false;
    const ready = waiting.ready(never).then(() => {
      isReady = true;
    });
    await Promise.resolve();
    expect(isReady).toBe(false);
    await hear(waiting, signed(own()));
    await ready;
    expect(serves(waiting, 'j.weber')).toEqual([false]);
  });

  it.each<[string, unknown, RegExp]>([
    ['another form', 'sa_*', /not a signed document/],
    ['no signature', own(2), /not a signed document/],
    [
      'the signature of another key',
      signed(own(2), {}, generateKeyPairSync('ed25519').privateKey),
      /not signed by the key that this machine pinned/,
    ],
    ['a document for another machine', signed(own(2), { agent_id: 'other' }), /for another machine/],
    ['an older document', signed(own(0)), /older than those in use/],
    ['a document without a date', signed(own(2), { issued_at: 'soon' }), /without a date/],
    ['no version', signed(own(2, { version: undefined })), /without a version/],
    ['an etag without end', signed(own(2, { etag: 'x'.repeat(65) })), /without a version/],
    ['a document without end', signed(own(2, { more: 'x'.repeat(300_000) })), /not a signed document/],
    [
      'rules that match nothing',
      signed(own(2, { service_accounts: { standard: false, entries: [] } })),
      /standard rule or an entry/,
    ],
    [
      'too many accounts',
      signed(own(2, { accounts: Array.from({ length: 5_001 }, (_, n) => `a${n}`) })),
      /more than 5000 accounts/,
    ],
  ])('are refused in %s: said once, reported, and the earlier ones stay', async (_, value, reason) => {
    const names = await start();
    await hear(names, signed(own()));
    log.lines.length = 0;
    await hear(names, value);
    await hear(names, value);
    expect([versionOf(names), ...serves(names, 'sa_billing', 'svc.billing')]).toEqual([1, true, false]);
    expect(log.lines).toEqual([expect.stringMatching(/^the names of the server are refused: .*stay in use/)]);
    expect(names.report(credentials).refused?.message).toMatch(reason);
    expect(versionOf(await start())).toBe(1);
    await hear(names, signed(own(3)));
    expect(names.report(credentials)).toMatchObject({ applied: { version: 3 }, refused: null });
  });

  it('that are refused before any are known leave the agent sending more', async () => {
    const names = await start();
    await hear(names, own(2));
    await hear(names, undefined);
    expect(serves(names, 'sa_billing', 'WS-1042$')).toEqual([true, false]);
  });

  it.each<[string, string]>([
    ['damaged', '{"etag":"v1","accounts":['],
    ['unsigned, as earlier agents stored them', JSON.stringify(own())],
    ['changed', JSON.stringify({ ...signed(own()), signature: 'x' })],
  ])('that are %s on the disk are not used, and asked for again', async (_, content) => {
    await disk.writeSynced('/state/names.json', [Buffer.from(content)]);
    const names = await start();
    expect([versionOf(names), ...serves(names, 'j.weber')]).toEqual([undefined, true]);
    expect(log.lines).toEqual([expect.stringContaining('names.json is not used')]);
    expect(await readNames(disk, '/state', kept())).toBeNull();
    await hear(names, signed(own()));
    expect(serves(names, 'j.weber')).toEqual([false]);
    expect(versionOf(await start())).toBe(1);
  });

  it('that cannot be stored are used nevertheless', async () => {
    const names = await start();
    disk.full = true;
    await hear(names, signed(own()));
    expect(serves(names, 'sa_billing')).toEqual([true]);
    expect(log.lines.at(-1)).toContain('names.json could not be written');
  });
});
