import {
  compileNaming,
  type DetectionSettings,
  failedLogonFigures,
  figuresOf,
  incidentsOf,
  infrastructureChangeFigures,
  interactiveLogonFigures,
  type Row,
  RULE_IDS,
  STANDARD_SETTINGS,
  serviceAccountActivityFigures,
} from '@scout/detection';
import {
  createOrganization,
  startServer,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { numbersOf } from '@scout/testkit/numbers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, withRole } from '../../../../platform/database/pool.ts';
import { daysHeld } from '../../../ingest/naming.ts';
import { ingestAlone } from '../../../ingest/testing/ingestAlone.ts';
import { ship } from '../../../ingest/testing/ship.ts';
import { awaitingJudgement, judgeStep } from '../../sql/judgeStep.ts';
import { scheduleJudging } from './scheduleJudging.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** A company with its own naming scheme, whose `svc…` names are people's. */
const OWN: DetectionSettings = {
  service_accounts: { standard: false, entries: ['sa_*', 'gm_*$', 'BatchRobot'] },
  production_servers: { standard: true, entries: ['*-DBP-*'] },
  workstations: { standard: true, entries: ['nb????'] },
  database_clients: { standard: true, entries: ['toad*.exe'] },
};

const NOW = Date.now();
const DAY = 86_400_000;

/** Events of every rule under both namings and under neither, over four days; many share a quarter hour. */
function eventsOf(count: number, seed: number): Record<string, unknown>[] {
  const next = numbersOf(seed);
  const pick = <T>(...of: readonly T[]): T => of[next(of.length)]!;
  const account = () =>
    pick('sa_etl', 'CORP\\SA_Etl', 'sa_web', 'svc.billing', 'SVC.Billing', 'm.keller', 'gm_x$', 'batchrobot');
  const host = () =>
    pick(
      'FRA-DBP-01',
      'fra-dbp-01.corp.example',
      'PRD-SQL01',
      'APP-7',
      'NB0417',
      'nb0418',
      'WS-1042',
      'FIN-LAPTOP3',
    );
  return Array.from({ length: count }, () => {
    const time =
      NOW -
      60_000 -
      (next(3) === 0 ? next(4 * DAY) : Math.floor(next(4 * DAY) / (DAY / 3)) * (DAY / 3) + next(900_000));
    const base = {
      timestamp: new Date(Math.min(time, NOW - 1_000)).toISOString(),
      target_user_name: account(),
      subject_user_name: pick('m.keller', 'J.Weber', 'sa_job', '-'),
      system_context_computer_name: host(),
    };
    switch (next(4)) {
      case 0:
        return {
          ...base,
          event_type: 'WINDOWS_SECURITY_4625',
          failure_reason: pick('wrong password', 'Wrong Password', 'account locked out'),
          source_host: pick('192.0.2.7', 'JUMP01', 'jump01'),
        };
      case 1:
        return { ...base, event_type: 'WINDOWS_SECURITY_4624', logon_type: pick('2', '3') };
      case 2:
        return {
          ...base,
          event_type: 'WINDOWS_SECURITY_4688',
          process_information_new_process_name: pick('C:\\Toad64.exe', 'C:\\sqlcmd.exe', 'C:\\cmd.exe'),
          process_information_command_line: `x -S ${host()} -U ${account()}`,
        };
      default:
        return { ...base, event_type: 'WINDOWS_SECURITY_4720' };
    }
  });
}

const batchesOf = (events: readonly object[], size: number): object[][] =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, n) => events.slice(n * size, (n + 1) * size));

interface Sender {
  readonly agent: TestClient;
  batchNo: number;
}

async function send(sender: Sender, batches: readonly (readonly object[])[], agent = sender.agent) {
  for (const batch of batches) {
    sender.batchNo += 1;
    const lines = batch.map((event) => JSON.stringify(event));
    const { status, body } = await ship(agent, sender.batchNo, lines);
    expect({ status, ...body }).toEqual({ status: 200, accepted: batch.length, duplicates: 0, rejected: [] });
  }
}

async function save(organization: TestOrganization, settings: DetectionSettings): Promise<void> {
  const { api } = await organization.as('admin');
  const { version } = await api.detectionSettings({});
  await api.detectionSettingsSave({ version, settings: structuredClone(settings) as never });
}

/** All results of judging, without the ids of batches and agents, in a deterministic order. */
async function judgedBy(
  organization: TestOrganization,
): Promise<{ incidents: unknown[]; rollups: unknown[] }> {
  return server.database.asOwner(async (owner) => {
    const [incidents, rollups] = [
      await owner.query(
        `SELECT to_jsonb(i) - ARRAY['tenant_id', 'batch_id', 'batch_index', 'agent_id'] AS row
         FROM scout.incidents i WHERE tenant_id = $1 ORDER BY 1`,
        [organization.tenantId],
      ),
      await owner.query(
        `SELECT to_jsonb(r) - 'tenant_id' AS row FROM scout.rollups r WHERE tenant_id = $1
         ORDER BY rule, dimension, bucket, key, value_key`,
        [organization.tenantId],
      ),
    ];
    return { incidents: incidents.rows.map(({ row }) => row), rollups: rollups.rows.map(({ row }) => row) };
  });
}

/** Figures from the server's responses. */
async function servedFigures(member: TestClient): Promise<unknown[]> {
  const range = `tz=UTC&from=${new Date(NOW - 5 * DAY).toISOString()}&to=${new Date(NOW).toISOString()}`;
  return Promise.all(
    RULE_IDS.map(async (rule) => (await member.request(`/api/v1/figures/${rule}?${range}`)).json()),
  );
}

/** The same figures, computed as in a browser. */
async function browserFigures(member: TestClient, settings: DetectionSettings): Promise<unknown[]> {
  const naming = compileNaming(settings);
  const response = await member.request('/rest/v1/tenant_events?from=2000-01-01&to=2100-01-01');
  expect(response.headers.get('x-scout-complete')).toBe('true');
  const rows = (await response.json()) as Row[];
  const clock = { now: NOW, since: NOW - 5 * DAY, timeZone: 'UTC' };
  const of = (rule: (typeof RULE_IDS)[number]) => incidentsOf(rows, rule, naming);
  return [
    serviceAccountActivityFigures(of('service-account-activity'), clock),
    failedLogonFigures(of('failed-logons'), clock),
    interactiveLogonFigures(of('interactive-logons'), clock),
    figuresOf('ai-risk', of('ai-risk'), clock),
    infrastructureChangeFigures(of('infrastructure-changes'), clock),
  ];
}

/** Without event ids, which differ between organizations. */
const withoutIds = (figures: unknown): unknown =>
  JSON.parse(JSON.stringify(figures, (key, value) => (key === 'id' ? undefined : value)));

const SMALL = { events: 25, fetched: 7 };

async function judgeAll(organization: TestOrganization, between: () => Promise<void> = async () => {}) {
  for (let steps = 1; steps <= 500; steps += 1) {
    if ((await judgeStep(server.context.pool, organization.tenantId, SMALL)) === 'done') return steps;
    await between();
  }
  throw new Error('It does not come to an end');
}

async function organizationThatSends(name: string): Promise<TestOrganization & { sender: Sender }> {
  const organization = await createOrganization(server, name);
  return { ...organization, sender: { agent: await organization.as('agent'), batchNo: 0 } };
}

describe('an organization with its own naming settings', () => {
  const batches = batchesOf(eventsOf(480, 7), 24);
  let fresh: Awaited<ReturnType<typeof organizationThatSends>>;
  let expected: Awaited<ReturnType<typeof judgedBy>>;

  beforeAll(async () => {
    fresh = await organizationThatSends('Fresh Bank');
    await save(fresh, OWN);
    await send(fresh.sender, batches);
    expected = await judgedBy(fresh);
    expect(new Set(expected.incidents.map((row) => (row as { rule: string }).rule))).toEqual(
      new Set(RULE_IDS),
    );
  });

  test('has the figures of one with these names from the beginning, history included, on server and browser', async () => {
    const changed = await organizationThatSends('Changed Bank');
    await send(changed.sender, batches.slice(0, 9));
    const before = await judgedBy(changed);
    expect(JSON.stringify(before.incidents)).toContain('svc.billing');
    expect(JSON.stringify(before.incidents)).not.toContain('sa_web');

    await save(changed, OWN);
    const later = batches.slice(9).values();
    const steps = await judgeAll(changed, async () => {
      const { value, done } = later.next();
      if (!done) await send(changed.sender, [value]);
    });
    expect(steps).toBeGreaterThan(9);
    await send(changed.sender, [...later]);

    expect(await judgedBy(changed)).toEqual(expected);
    const [own, other] = [await changed.as('member'), await fresh.as('member')];
    const figures = await servedFigures(own);
    expect(withoutIds(figures)).toEqual(withoutIds(await servedFigures(other)));
    expect(figures).toEqual(await browserFigures(own, OWN));
    // And back again.
    await save(changed, STANDARD_SETTINGS);
    await judgeAll(changed);
    expect(await servedFigures(own)).toEqual(await browserFigures(own, STANDARD_SETTINGS));
    expect(JSON.stringify((await judgedBy(changed)).incidents)).not.toContain('sa_web');
  });

  test('whose events arrive at two servers while two processes rejudge', async () => {
    const busy = await organizationThatSends('Busy Bank');
    const other = await ingestAlone(server, busy.sender.agent, {});
    // Both servers have cached the settings before.
    await send(busy.sender, batches.slice(0, 1));
    await send(busy.sender, batches.slice(1, 8), other.agent);
    await save(busy, OWN);
    const one = scheduleJudging(server.context);
    const two = scheduleJudging(server.context);
    await send(busy.sender, batches.slice(8, 14), other.agent);
    await send(busy.sender, batches.slice(14));
    await expect
      .poll(() => awaitingJudgement(server.context.pool), { timeout: 60_000 })
      .not.toContain(busy.tenantId);
    await Promise.all([one.stop(), two.stop()]);
    expect(await judgedBy(busy)).toEqual(expected);
  });

  test('whose server loses its connections repeatedly resumes where it was', async () => {
    const cut = await organizationThatSends('Cut Bank');
    await send(cut.sender, batches);
    await save(cut, OWN);
    const pool = createPool(server.database.url, { max: 1, applicationName: 'cut off' });
    const next = numbersOf(3);
    let cuts = 0;
    for (let done = false; !done; ) {
      const step = judgeStep(pool, cut.tenantId, SMALL).then(
        (result) => {
          done = result === 'done';
        },
        () => {
          cuts += 1;
        },
      );
      if (cuts < 12) {
        await new Promise((resolve) => setTimeout(resolve, next(12)));
        await server.database.asOwner((owner) =>
          owner.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut off'`,
          ),
        );
      }
      await step;
    }
    await pool.end();
    expect(cuts).toBeGreaterThan(3);
    expect(await judgedBy(cut)).toEqual(expected);
  });

  test('does not affect the organizations beside it', async () => {
    const rival = await organizationThatSends('Rival Bank');
    await send(rival.sender, batches);
    const before = await judgedBy(rival);
    await save(fresh, { ...OWN, service_accounts: { standard: true, entries: ['*weber*'] } });
    await judgeAll(fresh);
    expect(await judgedBy(rival)).toEqual(before);
    expect(JSON.stringify(before.incidents)).not.toContain('sa_web');
    const member = await rival.as('member');
    expect(await servedFigures(member)).toEqual(await browserFigures(member, STANDARD_SETTINGS));
  });
});

test('progress is reported until the end; without events there is nothing to do', async () => {
  const organization = await organizationThatSends('Progress Bank');
  const { api } = await organization.as('member');
  expect(await api.detectionSettings({})).toMatchObject({ version: 0, judging: null });
  await save(organization, OWN);
  expect((await api.detectionSettings({})).judging).toEqual({ since: null, judged_since: null, progress: 0 });
  expect(await judgeStep(server.context.pool, organization.tenantId)).toBe('done');
  expect((await api.detectionSettings({})).judging).toBeNull();
  expect(await judgeStep(server.context.pool, organization.tenantId)).toBe('idle');

  await send(organization.sender, batchesOf(eventsOf(200, 5), 50));
  await save(organization, STANDARD_SETTINGS);
  let last = 0;
  while ((await judgeStep(server.context.pool, organization.tenantId, SMALL)) === 'more') {
    const { judging } = await api.detectionSettings({});
    expect(judging!.progress).toBeGreaterThan(last);
    expect(judging!.since! <= judging!.judged_since!).toBe(true);
    last = judging!.progress;
  }
  expect(last).toBeGreaterThan(0.9);
  expect((await api.detectionSettings({})).judging).toBeNull();
});

test('a step waits for batches in progress that have incidents of its day', async () => {
  const organization = await organizationThatSends('Waiting Bank');
  await send(organization.sender, [
    [{ ...eventsOf(1, 1)[0], timestamp: new Date(NOW - 1_000).toISOString() }],
  ]);
  await save(organization, OWN);
  const { tenantId } = organization;
  const days = [Math.floor((NOW - 1_000) / DAY)];
  const pool = createPool(server.database.url, { applicationName: 'waits' });
  const waiting = () =>
    server.database.asOwner(async (owner) => {
      const { rows } = await owner.query(
        `SELECT wait_event FROM pg_stat_activity WHERE application_name = 'waits' AND wait_event_type = 'Lock'`,
      );
      return rows.map(({ wait_event }) => wait_event);
    });
  let done = false;
  await withRole(server.context.pool, { role: 'scout_ingest', tenantId }, async (_tx, client) => {
    await client.query(daysHeld(tenantId, days));
    void judgeStep(pool, tenantId).then(() => {
      done = true;
    });
    await expect.poll(waiting, { timeout: 30_000 }).toEqual(['advisory']);
    expect(done).toBe(false);
  });
  await expect.poll(() => done, { timeout: 30_000 }).toBe(true);
  await pool.end();
});

test('settings that change midway are applied from the start', async () => {
  const organization = await organizationThatSends('Wavering Bank');
  await send(organization.sender, batchesOf(eventsOf(200, 5), 50));
  const before = await judgedBy(organization);
  await save(organization, OWN);
  for (let n = 0; n < 3; n += 1) await judgeStep(server.context.pool, organization.tenantId, SMALL);
  expect(await judgedBy(organization)).not.toEqual(before);
  await save(organization, STANDARD_SETTINGS);
  await judgeAll(organization);
  expect(await judgedBy(organization)).toEqual(before);
});
