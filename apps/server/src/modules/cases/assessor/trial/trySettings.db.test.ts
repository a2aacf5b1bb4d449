import { randomUUID } from 'node:crypto';
import { at, rowMaker } from '@scout/cases/testing/rows';
import { limits } from '@scout/contract';
import { type DetectionSettings, type NormalisedRow, STANDARD_SETTINGS } from '@scout/detection';
import { createClock, createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fresh } from '../../../../testing/fresh.ts';
import { ship } from '../../../ingest/testing/ship.ts';
import { assess } from '../assess.ts';
import { createMemory } from '../memory.ts';
import { AFTERWARDS, lineOf, quietDaysWithStories } from '../testing/stories.ts';
import { createTrialThreads, type TrialThreads } from './trialThreads.ts';

const clock = createClock();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ clock });
});
afterAll(() => server.stop());
beforeEach(() => clock.set(AFTERWARDS));

/** Refused logons as five accounts that are known by name alone, from one machine. */
function spray(prefix: string, from: string): NormalisedRow[] {
  const maker = rowMaker();
  return ['a', 'b', 'c', 'd', 'e'].map((letter, i) => ({
    ...maker.refusal(at(11, 9, i), `${prefix}${letter}`, 'DB1', from),
    record_id: `${prefix}${letter}`,
  }));
}
const rows = [...quietDaysWithStories(), ...spray('sa_', 'PC9'), ...spray('svc.new.', 'PC8')];

type Wire = { -readonly [Kind in keyof DetectionSettings]: { standard: boolean; entries: string[] } };
const settingsWith = (change: Partial<Wire>): Wire => ({
  ...(structuredClone(STANDARD_SETTINGS) as Wire),
  ...change,
});
const ownNames = settingsWith({ service_accounts: { standard: true, entries: ['sa_*'] } });
const billingAlone = settingsWith({ service_accounts: { standard: false, entries: ['svc.billing*'] } });

/** An organization with stored events, assessed on the test's request. */
async function organization() {
  const bank = await createOrganization(server, fresh('Northwind'));
  const memory = createMemory();
  const time = clock.now();
  // Enrollment uses the database's time.
  clock.set(Date.now());
  const { body } = await ship(await bank.as('agent'), 1, rows.map(lineOf));
  expect(body).toMatchObject({ accepted: rows.length });
  clock.set(time);
  return {
    ...bank,
    async assess() {
      const parts = { pool: server.context.pool, clock, memory };
      while ((await assess(parts, bank.tenantId)) === 'more');
    },
  };
}

describe('settings that are tried', () => {
  it.each([
    ['the standard ones', settingsWith({})],
    ['own names of accounts', ownNames],
    ['fewer accounts', billingAlone],
    ['own and fewer accounts', settingsWith({ service_accounts: { standard: false, entries: ['sa_*'] } })],
    ['own workstations', settingsWith({ workstations: { standard: false, entries: ['app*'] } })],
  ])('give the cases that there are once they are saved: %s', async (_name, settings) => {
    const bank = await organization();
    await bank.assess();
    const admin = await bank.as('admin');
    const sentences = async () =>
      (await admin.api.cases({})).cases.map(({ account, kind }) => `${account} ${kind}`).sort();
    const before = await sentences();
    expect(before.length).toBeGreaterThan(0);

    const tried = await admin.api.detectionSettingsTry({ settings });
    expect(tried).toMatchObject({ complete: true, to: new Date(AFTERWARDS).toISOString() });
    expect(tried.now).toBe(before.length);
    expect(tried.next).toBe(tried.now + tried.added - tried.gone);
    expect(await sentences(), 'a trial saves nothing').toEqual(before);

    await admin.api.detectionSettingsSave({ version: 0, settings });
    await bank.assess();
    const after = await sentences();
    expect(after.length).toBe(tried.next);
    expect(without(after, before).length).toBeLessThanOrEqual(tried.added);
    expect(without(before, after).length).toBeLessThanOrEqual(tried.gone);
    const again = await admin.api.detectionSettingsTry({ settings });
    expect(again).toMatchObject({ now: tried.next, next: tried.next, added: 0, gone: 0 });
  });

  it('name the new and the gone cases', async () => {
    const bank = await organization();
    const { api } = await bank.as('admin');
    const more = await api.detectionSettingsTry({ settings: ownNames });
    expect(more).toMatchObject({ added: 1, gone: 0 });
    expect(more.newest_added).toEqual([
      {
        severity: expect.any(String),
        sentence: expect.stringMatching(/5 accounts were refused from PC9/),
        time: new Date(at(11, 9, 4)).toISOString(),
      },
    ]);
    const less = await api.detectionSettingsTry({ settings: billingAlone });
    expect(less).toMatchObject({ added: 0, gone: 1 });
    expect(less.newest_gone).toMatchObject([
      { sentence: expect.stringMatching(/5 accounts were refused from PC8/) },
    ]);
  });

  it('leave out what an exception permits', async () => {
    const bank = await organization();
    const { api } = await bank.as('admin');
    await api.exceptionsCreate({
      account: 'sa_*',
      sources: ['PC9'],
      starts_at: new Date(at(11, 0)).toISOString(),
      ends_at: new Date(at(40, 0)).toISOString(),
      reason: 'Penetration test',
      approved_by: 'CHG-4711',
    });
    expect(await api.detectionSettingsTry({ settings: ownNames })).toMatchObject({ added: 0, gone: 0 });
  });

  it('are for admins of a subscribed organization, and look at no other', async () => {
    const [bank, rival] = [await organization(), await createOrganization(server, fresh('Alder'))];
    const member = await bank.as('member');
    await expect(member.api.detectionSettingsTry({ settings: ownNames })).rejects.toMatchObject({
      code: 'admin_required',
    });
    const admin = await rival.as('admin');
    expect(await admin.api.detectionSettingsTry({ settings: ownNames })).toMatchObject({
      complete: true,
      now: 0,
      next: 0,
      newest_added: [],
    });
  });

  const tried = (
    { tenantId }: { tenantId: string },
    scope: { bytes?: number } = {},
    threads: TrialThreads = server.context.trials,
  ) =>
    threads.run(
      { tenantId, userId: randomUUID() },
      'settings',
      { scope: { tenantId, now: AFTERWARDS, ...scope }, present: STANDARD_SETTINGS, proposed: ownNames },
      new AbortController().signal,
    );

  it('are judged on the newest activity when there is too much, and say since when', async () => {
    const bank = await organization();
    const all = await tried(bank, { bytes: limits.caseTrial.bytes });
    expect(all).toMatchObject({ complete: true, added: 1 });
    const some = await tried(bank, { bytes: 2_000 });
    expect(some.complete).toBe(false);
    expect(Date.parse(some.from)).toBeGreaterThan(Date.parse(all.from));
    expect(await tried(bank, { bytes: 0 })).toMatchObject({ complete: false, now: 0, next: 0 });
  });

  it('are refused with a reason when the activity does not fit in their memory', async () => {
    const bank = await organization();
    const small = createTrialThreads(server.context.database, { memoryMb: 8 });
    await expect(tried(bank, {}, small)).rejects.toMatchObject({ code: 'trial_too_large' });
    expect(await tried(bank), 'afterwards').toMatchObject({ added: 1 });
  });
});

/** The items of a list without those of another, each as often as it is there. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return list.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
