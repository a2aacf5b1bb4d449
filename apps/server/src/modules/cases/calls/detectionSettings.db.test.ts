import { type DetectionSettings, STANDARD_SETTINGS } from '@scout/detection';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json } from '../../../testing/world.ts';
import { line, ship } from '../../ingest/testing/ship.ts';

let server: TestServer;
let bank: TestOrganization;
beforeAll(async () => {
  server = await startServer();
  bank = await createOrganization(server);
});
afterAll(() => server.stop());

type Wire = {
  -readonly [Kind in keyof DetectionSettings]: { standard: boolean; entries: string[] };
};
const settingsWith = (change: Partial<Wire>): Wire => ({
  ...(structuredClone(STANDARD_SETTINGS) as Wire),
  ...change,
});
const own = settingsWith({
  service_accounts: { standard: false, entries: ['sa_*'] },
  production_servers: { standard: true, entries: ['*-DBP-*'] },
});

test('a preview lists matching names and counts incidents, and saves nothing', async () => {
  const { api } = await bank.as('admin');
  // Names have the spelling of the newest event.
  let minutes = 10;
  const failed = (account: string, server: string) => {
    minutes += 1;
    const timestamp = new Date(Date.now() - minutes * 60_000).toISOString();
    return line({ timestamp, target_user_name: account, system_context_computer_name: server });
  };
  await ship(await bank.as('agent'), 1, [
    failed('CORP\\sa_etl', 'FRA-DBP-01.corp.example'),
    failed('sa_ETL', 'fra-dbp-01'),
    failed('sa_web', 'PRD-SQL01'),
    failed('svc.billing', 'PRD-SQL01'),
    failed('m.keller', 'PRD-SQL01'),
    line({ timestamp: new Date(Date.now() - 31 * 86_400_000).toISOString(), target_user_name: 'sa_old' }),
  ]);
  const preview = await api.detectionSettingsPreview({ settings: own });
  expect(preview).toMatchObject({ events: 5, complete: true });
  expect(preview.names.service_accounts).toMatchObject({
    now: 1,
    next: 2,
    added: [
      { name: 'sa_etl', events: 2 },
      { name: 'sa_web', events: 1 },
    ],
    removed: [{ name: 'svc.billing', events: 1 }],
    kept: [],
  });
  expect(preview.names.service_accounts).toMatchObject({
    standard: { names: 1, top: [{ name: 'svc.billing', events: 1 }] },
    entries: [
      {
        entry: 'sa_*',
        names: 2,
        top: [
          { name: 'sa_etl', events: 2 },
          { name: 'sa_web', events: 1 },
        ],
      },
    ],
  });
  expect(preview.names.production_servers).toMatchObject({
    now: 1,
    next: 2,
    kept: [{ name: 'PRD-SQL01', events: 3 }],
  });
  expect(preview.incidents.find(({ rule }) => rule === 'failed-logons')).toEqual({
    rule: 'failed-logons',
    now: 1,
    next: 3,
  });
  expect(await api.detectionSettings({})).toMatchObject({ version: 0, settings: STANDARD_SETTINGS });
});

test('an admin saves; members and other calls read it; the audit log has the change', async () => {
  const { api } = await bank.as('admin');
  const saved = await api.detectionSettingsSave({ version: 0, settings: own });
  expect(saved).toMatchObject({ version: 1, settings: own, updated_by: bank.emailOf('admin') });
  expect(saved.judging).toEqual({ since: null, judged_since: null, progress: 0 });
  const member = await bank.as('member');
  expect(await member.api.detectionSettings({})).toMatchObject({ version: 1, settings: own });
  const [tenant] = await member.api.tenants({});
  expect(tenant?.detection).toEqual({ version: 1, settings: own });
  const [entry] = await api.auditLogs({ action: 'detection_settings_changed' });
  expect(entry?.details).toEqual({
    version: 1,
    service_accounts: 'standard names off; added sa_*',
    production_servers: 'added *-DBP-*',
  });
});

test('a change based on an earlier version is refused, and nothing is overwritten', async () => {
  const { api } = await bank.as('admin');
  for (const version of [0, 7]) {
    await expect(api.detectionSettingsSave({ version, settings: settingsWith({}) })).rejects.toMatchObject({
      code: 'settings_changed',
    });
  }
  expect(await api.detectionSettings({})).toMatchObject({ version: 1, settings: own });
});

test('of two concurrent saves one is refused', async () => {
  const { api } = await bank.as('admin');
  const { version } = await api.detectionSettings({});
  const results = await Promise.allSettled(
    ['a1*', 'b1*', 'c1*'].map((entry) =>
      api.detectionSettingsSave({
        version,
        settings: settingsWith({ workstations: { standard: true, entries: [entry] } }),
      }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await api.detectionSettings({})).version).toBe(version + 1);
});

test.each([
  ['an entry that matches everything', settingsWith({ workstations: { standard: true, entries: ['**'] } })],
  ['a domain', settingsWith({ service_accounts: { standard: true, entries: ['CORP\\sa_*'] } })],
  ['too many entries', settingsWith({ workstations: { standard: true, entries: Array(1_001).fill('nb') } })],
  [
    'too many patterns',
    settingsWith({
      workstations: { standard: true, entries: Array.from({ length: 101 }, (_, n) => `nb${n}*`) },
    }),
  ],
  ['nothing at all', settingsWith({ workstations: { standard: false, entries: [] } })],
  ['a kind that is missing', { service_accounts: own.service_accounts }],
  ['no NUL', settingsWith({ workstations: { standard: true, entries: ['nb\0x'] } })],
])('refused with a message: %s', async (_, settings) => {
  const admin = await bank.as('admin');
  for (const [path, method] of [
    ['/functions/v1/preview-detection-settings', 'POST'],
    ['/rest/v1/detection_settings', 'PATCH'],
  ] as const) {
    const response = await admin.request(path, json(method, { version: 2, settings }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/\w/),
    });
  }
});

test('a history of many names is shown in bounded lists', async () => {
  const large = await createOrganization(server, 'Large Bank');
  const lines = Array.from({ length: 300 }, (_, n) => line({ target_user_name: `svc.n${n}` }));
  await ship(await large.as('agent'), 1, lines);
  const { api } = await large.as('admin');
  const { names } = await api.detectionSettingsPreview({ settings: settingsWith({}) });
  expect(names.service_accounts).toMatchObject({ now: 300, next: 300, added: [] });
  expect(names.service_accounts.kept).toHaveLength(20);
});
