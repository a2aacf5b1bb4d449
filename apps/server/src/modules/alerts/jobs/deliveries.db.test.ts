import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { CLOCK_SKEW_MS } from '../../../platform/clock.ts';
import { startReceiver } from '../../../platform/outgoing/testing/receiver.ts';
import { fresh } from '../../../testing/fresh.ts';
import { deliveringServer, messageOf } from '../testing/deliveringServer.ts';
import { finding } from '../testing/finding.ts';
import { deliver, scheduleDeliveries } from './deliveries.ts';

const scene = deliveringServer();

describe('a case that opens', () => {
  test('is sent to a channel once, signed, with what happened and who it was', async () => {
    await using receiver = await startReceiver();
    const bank = await scene.organization();
    const { secret, channel } = await bank.api.channelsCreate({ name: 'SIEM', url: receiver.url });
    const now = Date.now();
    await bank.tell(now, [finding({ account: 'svc.billing', time: now, persons: ['m.keller'] })]);
    expect(await bank.isWaiting(now)).toBe(true);
    expect(await bank.deliver(now)).toBe(1);
    expect(await bank.deliver(now)).toBe(0);

    const [request, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(new Webhook(secret!).verify(request!.body, request!.headers)).toMatchObject({
      type: 'case.opened',
      timestamp: new Date(now).toISOString(),
      data: {
        gained: [],
        case: {
          number: 1,
          account: 'svc.billing',
          kind: 'new-source',
          severity: 'high',
          sentence: expect.stringContaining('Someone used svc.billing'),
          persons: [{ name: 'm.keller', level: 'acted' }],
          person_level: 'acted',
          sources: ['APP1'],
          destinations: ['DB1'],
          first_seen: new Date(now).toISOString(),
          link: `${scene.server.context.origin()}/cases/1`,
        },
      },
    });
    const [delivery] = await bank.deliveries();
    expect(delivery).toMatchObject({
      delivery_id: request!.headers['webhook-id'],
      case_number: 1,
      kind: 'opened',
      outcome: 'delivered',
      status: 200,
      attempts: 1,
      next_attempt_at: null,
    });
    expect(await bank.api.channels({})).toMatchObject([
      { channel_id: channel.channel_id, failing_since: null },
    ]);
  });

  test('is filtered by severity and account, also while nobody is mailed', async () => {
    await using receiver = await startReceiver();
    const bank = await scene.organization();
    await bank.api.tenantsUpdate({ receive_email_alerts: false });
    await bank.api.channelsCreate({ name: 'All', url: `${receiver.url}/all`, min_severity: 'low' });
    await bank.api.channelsCreate({
      name: 'Gravest',
      url: `${receiver.url}/gravest`,
      min_severity: 'critical',
    });
    await bank.api.channelsCreate({ name: 'Named', url: `${receiver.url}/named`, account_pattern: 'SVC.T*' });
    const off = await bank.api.channelsCreate({ name: 'Off', url: `${receiver.url}/off` });
    await bank.api.channelsUpdate({ channel_id: off.channel.channel_id, is_active: false });
    const now = Date.now();
    await bank.tell(now, [
      finding({ account: 'svc.billing', time: now, severity: 'critical' }),
      finding({ account: 'NORTHWIND\\svc.treasury', time: now, severity: 'medium' }),
      finding({ account: 'svc.backup', time: now, severity: 'low' }),
    ]);
    while ((await bank.deliver(now)) > 0);
    const delivered = receiver.received.map((request) => [
      request.path,
      messageOf(request).data.case.account,
    ]);
    expect(delivered.toSorted()).toEqual([
      ['/hook/all', 'NORTHWIND\\svc.treasury'],
      ['/hook/all', 'svc.backup'],
      ['/hook/all', 'svc.billing'],
      ['/hook/gravest', 'svc.billing'],
      ['/hook/named', 'NORTHWIND\\svc.treasury'],
    ]);
  });

  test('is sent to no channel of an organization without a subscription', async () => {
    const bank = await scene.organization();
    await bank.api.channelsCreate({ name: 'SIEM', url: 'https://siem.example/' });
    await scene.server.database.asOwner((owner) =>
      owner.query('UPDATE scout.tenants SET is_subscribed = false WHERE tenant_id = $1', [bank.tenantId]),
    );
    const now = Date.now();
    await bank.tell(now, [finding({ account: 'svc.billing', time: now })]);
    expect(await bank.isWaiting(now)).toBe(false);
  });
});

test('a later step is sent at once when it raises the severity, and additions once an hour', async () => {
  await using receiver = await startReceiver();
  const bank = await scene.organization();
  await bank.api.channelsCreate({ name: 'SIEM', url: receiver.url });
  const now = Date.now();
  const first = finding({ account: 'svc.billing', time: now });
  const withPerson = finding({ account: 'svc.billing', time: now, persons: ['m.keller'] });
  const worse = finding({ account: 'svc.billing', time: now, severity: 'critical' });
  await bank.tell(now, [first]);
  await bank.tell(now + MINUTE, [first, withPerson]);
  await bank.tell(now + 2 * MINUTE, [first, withPerson]);
  while ((await bank.deliver(now + 2 * MINUTE)) > 0);
  expect(receiver.received.map((request) => messageOf(request).type)).toEqual(['case.opened']);
  await bank.tell(now + HOUR, [first, withPerson]);
  await bank.tell(now + HOUR + MINUTE, [first, withPerson, worse]);
  while ((await bank.deliver(now + HOUR + MINUTE)) > 0);
  expect(receiver.received.map((request) => messageOf(request).type).toSorted()).toEqual([
    'case.gained',
    'case.graver',
    'case.opened',
  ]);
  const withPersonBody = receiver.received.map(messageOf).find(({ type }) => type === 'case.gained');
  expect(withPersonBody?.data.gained).toEqual(['m.keller']);
});

describe('a receiver that fails', () => {
  test('is retried later under the same id with the same body', async () => {
    await using receiver = await startReceiver();
    receiver.answer(503);
    const bank = await scene.organization();
    await bank.api.channelsCreate({ name: 'SIEM', url: receiver.url });
    const now = Date.now();
    await bank.tell(now, [finding({ account: 'svc.billing', time: now })]);
    await bank.deliver(now);
    expect(await bank.deliveries()).toMatchObject([
      {
        outcome: null,
        status: 503,
        problem: 'The receiver answered 503.',
        attempts: 1,
        next_attempt_at: new Date(now + 5_000).toISOString(),
      },
    ]);
    expect(await bank.deliver(now + 4_999)).toBe(0);
    await bank.deliver(now + 5_000);
    expect((await bank.api.channels({}))[0]!.failing_since).toBe(new Date(now).toISOString());
    receiver.answer(204);
    expect(await bank.deliver(now + 34_999)).toBe(0);
    await bank.deliver(now + 35_000);

    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(await bank.deliveries()).toMatchObject([
      { outcome: 'delivered', status: 204, problem: null, attempts: 3 },
    ]);
    expect((await bank.api.channels({}))[0]!.failing_since).toBeNull();
  });

  test('for three days is switched off, and the admins are mailed once', async () => {
    const bank = await scene.organization();
    await bank.api.channelsCreate({ name: 'SIEM', url: 'http://127.0.0.1:9/scout' });
    const begun = Date.now();
    await bank.tell(begun, [finding({ account: 'svc.billing', time: begun })]);
    for (let now = begun; (await bank.api.channels({}))[0]!.is_active; ) {
      expect(now).toBeLessThan(begun + 4 * DAY);
      await bank.deliver(now);
      const [delivery] = await bank.deliveries();
      expect(delivery).toMatchObject({
        status: null,
        problem: 'The receiver could not be reached (ECONNREFUSED).',
      });
      now = delivery!.next_attempt_at === null ? now : Date.parse(delivery!.next_attempt_at);
      // A second case, so that retries continue until the days have passed.
      if (delivery!.outcome !== null) await bank.tell(now, [finding({ account: fresh('svc.'), time: now })]);
    }
    const [channel] = await bank.api.channels({});
    expect(
      Date.parse(channel!.switched_off_at!) - Date.parse(channel!.failing_since!),
    ).toBeGreaterThanOrEqual(3 * DAY);
    expect(await bank.actions()).toContain('channel_switched_off');
    const mails = () =>
      scene.inbox.mails.filter(({ to, subject }) => to === bank.emailOf('admin') && /SIEM/.test(subject));
    await expect.poll(mails, { timeout: 30_000 }).toHaveLength(1);
    expect(mails()[0]!.text).toContain('The receiver could not be reached (ECONNREFUSED).');

    const later = Date.now() + 5 * DAY;
    await bank.tell(later, [finding({ account: 'svc.later', time: later })]);
    expect((await bank.deliveries()).filter(({ created_at }) => Date.parse(created_at) === later)).toEqual(
      [],
    );
    await bank.api.channelsUpdate({ channel_id: channel!.channel_id, is_active: true });
    expect((await bank.api.channels({}))[0]).toMatchObject({
      is_active: true,
      failing_since: null,
      switched_off_at: null,
    });
  });

  test('because its name resolves into this network is reported, and nothing is sent', async () => {
    const bank = await scene.organization();
    const channel = { name: 'SIEM', url: 'https://169.254.169.254/latest/meta-data' };
    await expect(bank.api.channelsCreate(channel)).rejects.toMatchObject({ code: 'channel_address' });
    await scene.server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO scout.channels (tenant_id, name, url, min_severity, created_at, created_by)
         VALUES ($1, 'SIEM', 'https://169.254.169.254/', 'low', now(), 'ada@northwind.example')`,
        [bank.tenantId],
      ),
    );
    const now = Date.now();
    await bank.tell(now, [finding({ account: 'svc.billing', time: now })]);
    await bank.deliver(now);
    expect(await bank.deliveries()).toMatchObject([
      { status: null, problem: 'The address is not one that may be reached.', outcome: null },
    ]);
  });
});

test('a channel gets cases with a kind of finding that it asks for', async () => {
  await using receiver = await startReceiver();
  const bank = await scene.organization();
  const { channel } = await bank.api.channelsCreate({
    name: 'Refusals',
    url: receiver.url,
    finding_kinds: ['refused-from-new-source', 'security-log-cleared'],
  });
  expect(channel.finding_kinds).toEqual(['refused-from-new-source', 'security-log-cleared']);
  const now = Date.now();
  await bank.tell(now, [
    finding({ account: 'svc.other', time: now }),
    finding({ account: 'svc.refused', time: now, kind: 'refused-from-new-source' }),
    // Beside a more severe one, which names the case.
    finding({ account: 'svc.both', time: now, severity: 'critical' }),
    finding({ account: 'svc.both', time: now, severity: 'low', kind: 'security-log-cleared' }),
  ]);
  while ((await bank.deliver(now)) > 0);
  const deliveredAccounts = () => receiver.received.map((request) => messageOf(request).data.case.account);
  expect(deliveredAccounts().toSorted()).toEqual(['svc.both', 'svc.refused']);
  await bank.api.channelsUpdate({ channel_id: channel.channel_id, finding_kinds: [] });
  await bank.tell(now, [finding({ account: 'svc.later', time: now })]);
  while ((await bank.deliver(now)) > 0);
  expect(deliveredAccounts()).toContain('svc.later');
  const odd = { name: 'Odd', url: receiver.url, finding_kinds: ['no-such-kind'] };
  await expect(bank.api.channelsCreate(odd)).rejects.toMatchObject({ code: 'invalid_input' });
});

describe('a process that ends', () => {
  test('in mid-attempt has it repeated, under the same id', async () => {
    await using receiver = await startReceiver();
    const bank = await scene.organization();
    await bank.api.channelsCreate({ name: 'SIEM', url: receiver.url });
    const now = Date.now();
    await bank.tell(now, [finding({ account: 'svc.billing', time: now })]);
    // The state after a killed process: an attempt was started.
    const lost = {
      ...bank.at(now),
      poster: { ...scene.server.context.poster, post: () => new Promise<never>(() => {}) },
    };
    void deliver(lost, bank.tenantId);
    await expect.poll(bank.deliveries).toMatchObject([{ attempts: 1, outcome: null }]);
    // Another server's clock may be ahead.
    const lease = MINUTE + CLOCK_SKEW_MS;
    expect(await bank.deliver(now + lease - 1)).toBe(0);
    expect(await bank.deliver(now + lease)).toBe(1);
    expect(await bank.deliveries()).toMatchObject([
      { attempts: 2, outcome: 'delivered', delivery_id: receiver.received[0]!.headers['webhook-id'] },
    ]);
  });

  test('leaves no duplicates: several at once send each message once', async () => {
    await using receiver = await startReceiver();
    const bank = await scene.organization();
    await bank.api.channelsCreate({ name: 'SIEM', url: receiver.url });
    const now = Date.now();
    const accounts = Array.from({ length: 30 }, (_, index) => `svc.app${index}`);
    await bank.tell(
      now,
      accounts.map((account) => finding({ account, time: now })),
    );
    const running = Array.from({ length: 3 }, () => scheduleDeliveries(scene.server.context));
    try {
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(30);
      await expect.poll(() => bank.isWaiting(now + DAY)).toBe(false);
    } finally {
      await Promise.all(running.map((each) => each.stop()));
    }
    const deliveredAccounts = receiver.received.map((request) => messageOf(request).data.case.account);
    expect(deliveredAccounts.toSorted()).toEqual(accounts.toSorted());
  });
});
