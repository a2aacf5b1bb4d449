import { HOUR, MINUTE } from '@scout/detection/time';
import { describe, expect, test } from 'vitest';
import { deliveringServer } from '../testing/deliveringServer.ts';
import { finding } from '../testing/finding.ts';
import { readyJira, readyServiceNow } from './testing/systems.ts';

const scene = deliveringServer();
const ofJira = {
  checks_changes: true,
  change_type: 'Change',
  approved_statuses: ['Approved'],
  start_field: 'customfield_10042',
  end_field: 'customfield_10043',
  machine_field: 'customfield_10044',
};
/** Times as each system writes them. */
const inJira = (time: number) => new Date(time).toISOString().replace('Z', '+0000');
const inServiceNow = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

/** One case of APP1 and DB1 now; the finding of it is sent to no channel. */
async function caseOf(bank: Awaited<ReturnType<typeof scene.organization>>, now: number) {
  await bank.tell(now, [finding({ account: 'svc.billing', time: now })]);
  return (change?: string) =>
    bank.api.casesClose({
      number: 1,
      as: 'expected',
      reason: 'Planned.',
      ...(change !== undefined && { change }),
    });
}

const refused = { code: 'change_refused' };

describe('without a connected system', () => {
  test('a change number is recorded as unchecked', async () => {
    const bank = await scene.organization();
    const close = await caseOf(bank, Date.now());
    const { status, changes } = await close('CHG0030001');
    expect(status).toBe('closed');
    expect(changes.find(({ kind }) => kind === 'change')!.text).toBe(
      'Change CHG0030001. It was not checked: no system with changes is connected.',
    );
  });

  test('a change is only for expected use, and a number is one', async () => {
    const bank = await scene.organization();
    await caseOf(bank, Date.now());
    for (const input of [
      { as: 'misuse' as const, change: 'CHG1' },
      { as: 'expected' as const, change: 'CHG1^ORnumber=CHG2' },
      { as: 'expected' as const, change: '../../x' },
    ])
      await expect(bank.api.casesClose({ number: 1, reason: 'x', ...input })).rejects.toMatchObject({
        code: 'invalid_input',
      });
  });
});

describe('with ServiceNow', () => {
  test.each<[string, Record<string, string>, string | null]>([
    ['valid', {}, null],
    ['valid by a machine of its list', { cmdb_ci: 'Billing service', list: 'db1.northwind.example' }, null],
    ['not approved', { approval: 'requested' }, 'is not approved'],
    ['canceled', { state: '4' }, 'is not approved'],
    ['expired', { end: String(-HOUR) }, 'before the last event'],
    ['for later', { start: String(HOUR), end: String(2 * HOUR) }, 'after the first event'],
    ['for another machine', { cmdb_ci: 'DB2' }, 'is about other machines'],
    ['without a machine', { cmdb_ci: '' }, 'names no machine'],
  ])('a change that is %s', async (_name, { list, start, end, ...row }, fault) => {
    await using system = await readyServiceNow({ checks_changes: true });
    const bank = await scene.organization();
    await bank.api.channelsCreate({ ...system.channel, name: 'ServiceNow', min_severity: 'critical' });
    const now = Date.now();
    const close = await caseOf(bank, now);
    const task = system.server.addChange({
      number: 'CHG0030001',
      start_date: inServiceNow(now + Number(start ?? -2 * HOUR)),
      end_date: inServiceNow(now + Number(end ?? 2 * HOUR)),
      cmdb_ci: 'DB1',
      ...row,
    });
    if (list !== undefined) system.server.tables.task_ci.push({ task, ci_item: list });
    if (fault === null) {
      const closed = await close('chg0030001');
      expect(closed.status).toBe('closed');
      expect(closed.changes.find(({ kind }) => kind === 'change')!.text).toMatch(
        /^Change CHG0030001 in ServiceNow: Implement, .+, names the machines\.$/,
      );
      return;
    }
    await expect(close('CHG0030001')).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining(fault),
    });
    const file = await bank.api.casesRead({ number: 1 });
    expect([file.status, file.changes]).toEqual(['open', []]);
  });

  test('a forged change, a broken system and a channel that is off refuse', async () => {
    await using system = await readyServiceNow({ checks_changes: true });
    const bank = await scene.organization();
    const { channel } = await bank.api.channelsCreate({ ...system.channel, name: 'ServiceNow' });
    const close = await caseOf(bank, Date.now());
    await expect(close('CHG9999999')).rejects.toMatchObject({
      ...refused,
      message: 'ServiceNow has no change CHG9999999.',
    });
    await bank.api.channelsUpdate({ channel_id: channel.channel_id, is_active: false });
    await expect(close('CHG9999999')).rejects.toMatchObject(refused);
    system.server.disturbed = (_request, response) => void response.writeHead(503).end();
    await expect(close('CHG9999999')).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('The receiver answered 503.'),
    });
    expect((await bank.api.casesRead({ number: 1 })).status).toBe('open');
    expect((await close()).status).toBe('closed');
  });

  test('a planned change is named in the history of a new case, once, and closes nothing', async () => {
    await using system = await readyServiceNow({ checks_changes: true });
    const bank = await scene.organization();
    await bank.api.channelsCreate({ ...system.channel, name: 'ServiceNow', min_severity: 'critical' });
    const now = Date.now();
    const times = { start_date: inServiceNow(now - HOUR), end_date: inServiceNow(now + HOUR) };
    system.server.addChange({ number: 'CHG0030007', cmdb_ci: 'db1', ...times });
    system.server.addChange({ number: 'CHG0030008', cmdb_ci: 'db2', ...times });
    system.server.addChange({ number: 'CHG0030009', cmdb_ci: 'db1', ...times, approval: 'rejected' });
    await caseOf(bank, now);
    expect(await bank.deliver(now)).toBe(1);
    const { changes, status, tickets } = await bank.api.casesRead({ number: 1 });
    expect([status, tickets]).toEqual(['open', []]);
    expect(changes.map(({ kind, text }) => [kind, text?.slice(0, 39)])).toEqual([
      ['change', 'Planned change CHG0030007 in ServiceNow'],
    ]);
    expect(await bank.deliver(now + HOUR)).toBe(0);
  });
});

describe('with Jira', () => {
  const fields = (now: number) => ({
    customfield_10042: inJira(now - HOUR),
    customfield_10043: inJira(now + HOUR),
    customfield_10044: ['app1', 'DB1'],
    summary: 'Move the database',
  });

  test.each<[string, string, Record<string, unknown>, string | null, string?]>([
    ['valid', 'Approved', {}, null],
    ['valid by a text', 'approved', { customfield_10044: 'Moves db1.northwind.example, then others' }, null],
    ['not approved', 'To Do', {}, 'is not approved'],
    ['another type', 'Approved', {}, 'is not a change', 'Task'],
    ['expired', 'Approved', { customfield_10043: '2026-01-01T00:00:00.000+0000' }, 'planned start and end'],
    ['without an end', 'Approved', { customfield_10043: null }, 'planned start and end'],
    ['for another machine', 'Approved', { customfield_10044: ['DB2'] }, 'is about other machines'],
  ])('a change that is %s', async (_name, status, change, fault, type = 'Change') => {
    await using system = await readyJira(ofJira);
    const bank = await scene.organization();
    await bank.api.channelsCreate({ ...system.channel, name: 'Jira', min_severity: 'critical' });
    const now = Date.now();
    const close = await caseOf(bank, now);
    system.server.addChange('CHG-12', status, { ...fields(now), ...change }, type);
    if (fault === null) expect((await close('chg-12')).status).toBe('closed');
    else
      await expect(close('CHG-12')).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining(fault),
      });
  });

  test('a forged change is refused, and a planned one is named', async () => {
    await using system = await readyJira(ofJira);
    const bank = await scene.organization();
    await bank.api.channelsCreate({ ...system.channel, name: 'Jira', min_severity: 'critical' });
    const now = Date.now();
    system.server.addChange('CHG-12', 'Approved', fields(now));
    const close = await caseOf(bank, now);
    await expect(close('CHG-13')).rejects.toMatchObject({
      ...refused,
      message: 'Jira has no change CHG-13.',
    });
    expect(await bank.deliver(now + MINUTE)).toBe(1);
    expect((await bank.api.casesRead({ number: 1 })).changes).toMatchObject([
      { kind: 'change', author: 'system' },
    ]);
  });
});

test('each organization is checked against its own system', async () => {
  await using system = await readyServiceNow({ checks_changes: true });
  const [bank, rival] = [await scene.organization(), await scene.organization()];
  await bank.api.channelsCreate({ ...system.channel, name: 'ServiceNow' });
  const close = await caseOf(rival, Date.now());
  await close('CHG0030001');
  expect(system.server.received).toEqual([]);
});
