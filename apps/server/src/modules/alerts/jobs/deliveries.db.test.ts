import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Finding } from '@scout/cases';
import { STANDARD_NAMING } from '@scout/detection';
import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import { createInbox, createOrganization, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOCK_SKEW_MS } from '../../../platform/clock.ts';
import { type ReceivedRequest, startReceiver } from '../../../platform/outgoing/testing/receiver.ts';
import { fresh } from '../../../testing/fresh.ts';
import { storeFindings } from '../../cases/sql/assessor/findings.ts';
import { finding } from '../testing/finding.ts';
import { sendAlerts } from './alerts.ts';
import { awaitingDeliveries, deliver, scheduleDeliveries } from './deliveries.ts';

let inbox: Inbox;
let server: TestServer;
beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox, config: { webhookNetworks: ['127.0.0.0/8'] } });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});

/** An organization whose cases are reported, and whose webhooks are delivered, at times chosen by the test. */
async function organization() {
  const bank = await createOrganization(server, fresh('Northwind'), { isSubscribed: true });
  const admin = await bank.as('admin');
  let lastCaseNumber = 0;
  const at = (now: number) => ({ ...server.context, clock: { now: () => now } });
  return {
    ...bank,
    api: admin.api,
    at,
    /** Stores findings like the assessor, and plans pending notices. */
    async tell(now: number, findings: readonly Finding[]) {
      lastCaseNumber = await server.database.withRole(
        { role: 'scout_assessor', tenantId: bank.tenantId },
        (_tx, client) =>
          storeFindings(client, bank.tenantId, {
            findings,
            exceptions: [],
            range: { from: 0, to: null },
            now,
            lastCaseNumber,
            alerts: { from: 0, naming: STANDARD_NAMING },
          }),
      );
      expect(await sendAlerts(at(now), bank.tenantId)).toBe(true);
    },
    deliver: (now: number) => deliver(at(now), bank.tenantId),
    isWaiting: async (now: number) =>
      (await awaitingDeliveries(server.context.pool, now, [])).includes(bank.tenantId),
    deliveries: async () => (await admin.api.channels({})).flatMap(({ deliveries }) => deliveries),
    actions: async () => (await admin.api.auditLogs({})).map(({ action }) => action),
  };
}

/** The message, if signed with the secret; at any time, while `Webhook.verify` accepts only recent signatures. */
function verified(secret: string | null, { body, headers }: ReceivedRequest): { type: string } {
  const webhook = new Webhook(secret!);
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const own = webhook.sign(headers['webhook-id']!, at, body);
  if (!headers['webhook-signature']!.split(' ').includes(own)) throw new Error('No signature matches');
  return messageOf({ body });
}

interface Message {
  readonly type: string;
  readonly data: { readonly gained: string[]; readonly case: { readonly account: string } };
}
const messageOf = ({ body }: Pick<ReceivedRequest, 'body'>) => JSON.parse(body) as Message;

const signatures = ({ headers }: ReceivedRequest) => headers['webhook-signature']!.split(' ').length;

describe('a case that opens', () => {
  test('is sent to a channel once, signed, with what happened and who it was', async () => {
    await using receiver = await startReceiver();
    const bank = await organization();
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
          link: `${server.context.origin()}/cases/1`,
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
    const bank = await organization();
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
    const told = receiver.received.map((request) => [request.path, messageOf(request).data.case.account]);
    expect(told.toSorted()).toEqual([
      ['/hook/all', 'NORTHWIND\\svc.treasury'],
      ['/hook/all', 'svc.backup'],
      ['/hook/all', 'svc.billing'],
      ['/hook/gravest', 'svc.billing'],
      ['/hook/named', 'NORTHWIND\\svc.treasury'],
    ]);
  });

  test('is sent to no channel of an organization without a subscription', async () => {
    const bank = await organization();
    await bank.api.channelsCreate({ name: 'SIEM', url: 'https://siem.example/' });
    await server.database.asOwner((owner) =>
      owner.query('UPDATE scout.tenants SET is_subscribed = false WHERE tenant_id = $1', [bank.tenantId]),
    );
    const now = Date.now();
    await bank.tell(now, [finding({ account: 'svc.billing', time: now })]);
    expect(await bank.isWaiting(now)).toBe(false);
  });
});

test('a later step is sent at once when it raises the severity, and additions once an hour', async () => {
  await using receiver = await startReceiver();
  const bank = await organization();
  await bank.api.channelsCreate({ name: 'SIEM', url: receiver.url });
  const now = Date.now();
  const first = finding({ account: 'svc.billing', time: now });
  const gained = finding({ account: 'svc.billing', time: now, persons: ['m.keller'] });
  const graver = finding({ account: 'svc.billing', time: now, severity: 'critical' });
  await bank.tell(now, [first]);
  await bank.tell(now + MINUTE, [first, gained]);
  await bank.tell(now + 2 * MINUTE, [first, gained]);
  while ((await bank.deliver(now + 2 * MINUTE)) > 0);
  expect(receiver.received.map((request) => messageOf(request).type)).toEqual(['case.opened']);
  await bank.tell(now + HOUR, [first, gained]);
  await bank.tell(now + HOUR + MINUTE, [first, gained, graver]);
  while ((await bank.deliver(now + HOUR + MINUTE)) > 0);
  expect(receiver.received.map((request) => messageOf(request).type).toSorted()).toEqual([
    'case.gained',
    'case.graver',
    'case.opened',
  ]);
  const gainedBody = receiver.received.map(messageOf).find(({ type }) => type === 'case.gained');
  expect(gainedBody?.data.gained).toEqual(['m.keller']);
});

describe('a receiver that fails', () => {
  test('is retried later under the same id with the same body', async () => {
    await using receiver = await startReceiver();
    receiver.answer(503);
    const bank = await organization();
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
    const bank = await organization();
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
      inbox.mails.filter(({ to, subject }) => to === bank.emailOf('admin') && /SIEM/.test(subject));
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
    const bank = await organization();
    const channel = { name: 'SIEM', url: 'https://169.254.169.254/latest/meta-data' };
    await expect(bank.api.channelsCreate(channel)).rejects.toMatchObject({ code: 'channel_address' });
    await server.database.asOwner((owner) =>
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
  const bank = await organization();
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
  const told = () => receiver.received.map((request) => messageOf(request).data.case.account);
  expect(told().toSorted()).toEqual(['svc.both', 'svc.refused']);
  await bank.api.channelsUpdate({ channel_id: channel.channel_id, finding_kinds: [] });
  await bank.tell(now, [finding({ account: 'svc.later', time: now })]);
  while ((await bank.deliver(now)) > 0);
  expect(told()).toContain('svc.later');
  const odd = { name: 'Odd', url: receiver.url, finding_kinds: ['no-such-kind'] };
  await expect(bank.api.channelsCreate(odd)).rejects.toMatchObject({ code: 'invalid_input' });
});

describe.each(['slack', 'teams'] as const)('a channel of %s', (kind) => {
  test('gets an unsigned request at a secret address', async () => {
    await using receiver = await startReceiver();
    const bank = await organization();
    const url = `${receiver.url}/services/T0/B0/${fresh('token')}`;
    const { channel, secret } = await bank.api.channelsCreate({ kind, name: 'SOC', url });
    const { channel_id } = channel;
    expect({ secret, ...channel }).toMatchObject({ secret: null, kind, url: `${new URL(url).origin}/` });
    await expect(bank.api.channelsRotate({ channel_id })).rejects.toMatchObject({ code: 'channel_kind' });
    await bank.api.channelsTest({ channel_id });
    const now = Date.now();
    await bank.tell(now, [finding({ account: '<!channel>', time: now })]);
    receiver.answer(429, { 'retry-after': '3600' });
    await bank.deliver(now);
    const [due] = (await bank.deliveries()).filter((each) => each.kind === 'opened');
    expect(due).toMatchObject({
      status: 429,
      outcome: null,
      next_attempt_at: new Date(now + HOUR).toISOString(),
    });
    receiver.answer(200);
    expect(await bank.deliver(now + HOUR - 1)).toBe(0);
    expect(await bank.deliver(now + HOUR)).toBe(1);
    expect(receiver.received).toHaveLength(3);
    for (const { path, headers, body } of receiver.received) {
      expect(path).toBe(new URL(url).pathname);
      expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
      expect(body).not.toContain('<!channel>');
      expect(JSON.parse(body)).toHaveProperty(kind === 'slack' ? 'blocks' : 'attachments');
    }
    const told = JSON.stringify([await bank.api.channels({}), await bank.api.auditLogs({})]);
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ row: string }>(
        `SELECT c::text AS row FROM scout.channels c WHERE tenant_id = $1
         UNION ALL SELECT s::text FROM scout.channel_secrets s WHERE tenant_id = $1
         UNION ALL SELECT d::text FROM scout.channel_deliveries d WHERE tenant_id = $1`,
        [bank.tenantId],
      ),
    );
    expect(rows).toHaveLength(4);
    for (const text of [told, JSON.stringify(rows), server.logLines.join('\n')])
      expect(text).not.toContain('/services/');
  });
});

describe('a channel of syslog', () => {
  test('gets it line by line, and again after its receiver was away', async () => {
    const bank = await organization();
    const received: string[] = [];
    const listen = async (port: number) => {
      const tcp = createServer((socket) =>
        socket.setEncoding('utf8').on('data', (chunk) => received.push(String(chunk))),
      ).listen(port, '127.0.0.1');
      await once(tcp, 'listening');
      return tcp;
    };
    const first = await listen(0);
    const { port } = first.address() as AddressInfo;
    first.close();
    await once(first, 'close');
    const { channel, secret } = await bank.api.channelsCreate({
      kind: 'syslog',
      name: 'Collector',
      url: `syslog+tcp://127.0.0.1:${port}`,
    });
    const { channel_id } = channel;
    expect({ secret, ...channel }).toMatchObject({ secret: null, format: 'cef', has_ca: false });
    await expect(bank.api.channelsRotate({ channel_id })).rejects.toMatchObject({ code: 'channel_kind' });
    const now = Date.now();
    await bank.tell(now, [finding({ account: 'svc.a|b=c', time: now })]);
    await bank.deliver(now);
    expect(await bank.deliveries()).toMatchObject([
      { status: null, problem: 'The receiver could not be reached (ECONNREFUSED).', outcome: null },
    ]);
    const second = await listen(port);
    try {
      await bank.deliver(now + 5_000);
    } finally {
      second.close();
    }
    const [delivery] = await bank.deliveries();
    expect(delivery).toMatchObject({ status: null, problem: null, outcome: 'delivered', attempts: 2 });
    const [, length, line] = /^(\d+) (.*)$/.exec(received.join(''))!;
    expect(Buffer.byteLength(line!)).toBe(Number(length));
    expect(line).toContain(' - CEF:0|Scout|Scout|1|new-source|');
    expect(line).toContain(` externalId=${delivery!.delivery_id} `);
    expect(line).toContain(' duser=svc.a|b\\=c ');
  });

  test.each([
    ['tcp to the internet', { url: 'syslog+tcp://1.1.1.1:601' }, 'channel_address'],
    ['TLS into the network', { url: 'syslog+tls://10.0.0.1' }, 'channel_address'],
    ['another scheme', { url: 'https://siem.example' }, 'invalid_input'],
    ['a path', { url: 'syslog+tls://siem.example/x' }, 'invalid_input'],
    ['a user', { url: 'syslog+tls://a@siem.example' }, 'invalid_input'],
    ['a port that is none', { url: 'syslog+tls://siem.example:99999' }, 'invalid_input'],
    ['a format for people', { url: 'syslog+tls://siem.example', format: 'chat' as const }, 'invalid_input'],
    ['certificates for TCP', { url: 'syslog+tcp://127.0.0.1', ca: 'x' }, 'invalid_input'],
    ['what is no certificate', { url: 'syslog+tls://siem.example', ca: 'x' }, 'channel_certificate'],
    [
      'a certificate that is broken',
      {
        url: 'syslog+tls://siem.example',
        ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      },
      'channel_certificate',
    ],
  ])('cannot be added with %s', async (_name, input, code) => {
    const bank = await organization();
    const channel = { kind: 'syslog' as const, name: 'Collector', ...input };
    await expect(bank.api.channelsCreate(channel)).rejects.toMatchObject({ code });
  });

  test('is verified by configured certificates, which must be public CA certificates', async () => {
    const bank = await organization();
    const ca = rootCertificates[0]!;
    const { channel } = await bank.api.channelsCreate({
      kind: 'syslog',
      name: 'Collector',
      url: 'syslog+tls://siem.example',
      format: 'ecs',
      ca: `\n${ca}\nnotes\n`,
    });
    expect(channel).toMatchObject({ has_ca: true, format: 'ecs' });
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ ca: string }>('SELECT ca FROM scout.channels WHERE tenant_id = $1', [bank.tenantId]),
    );
    expect(rows).toEqual([{ ca: ca.trim() }]);
  });
});

test.each(['ecs', 'ocsf'] as const)('a webhook has its body in the format %s, signed', async (format) => {
  await using receiver = await startReceiver();
  const bank = await organization();
  const { secret } = await bank.api.channelsCreate({ name: 'SIEM', url: receiver.url, format });
  const now = Date.now();
  await bank.tell(now, [finding({ account: 'svc.billing', time: now })]);
  await bank.deliver(now);
  const [request] = receiver.received;
  const id = request!.headers['webhook-id'];
  expect(new Webhook(secret!).verify(request!.body, request!.headers)).toMatchObject(
    format === 'ecs'
      ? { ecs: { version: '9.4.0' }, event: { id }, user: { name: 'svc.billing' } }
      : { class_uid: 2004, activity_id: 1, metadata: { uid: id } },
  );
});

describe('a process that ends', () => {
  test('in mid-attempt has it repeated, under the same id', async () => {
    await using receiver = await startReceiver();
    const bank = await organization();
    await bank.api.channelsCreate({ name: 'SIEM', url: receiver.url });
    const now = Date.now();
    await bank.tell(now, [finding({ account: 'svc.billing', time: now })]);
    // The state after a killed process: an attempt was started.
    const lost = {
      ...bank.at(now),
      poster: { ...server.context.poster, post: () => new Promise<never>(() => {}) },
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
    const bank = await organization();
    await bank.api.channelsCreate({ name: 'SIEM', url: receiver.url });
    const now = Date.now();
    const accounts = Array.from({ length: 30 }, (_, index) => `svc.app${index}`);
    await bank.tell(
      now,
      accounts.map((account) => finding({ account, time: now })),
    );
    const running = Array.from({ length: 3 }, () => scheduleDeliveries(server.context));
    try {
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(30);
      await expect.poll(() => bank.isWaiting(now + DAY)).toBe(false);
    } finally {
      await Promise.all(running.map((each) => each.stop()));
    }
    const told = receiver.received.map((request) => messageOf(request).data.case.account);
    expect(told.toSorted()).toEqual(accounts.toSorted());
  });
});

describe('the secret', () => {
  test('is shown once, and after a rotation both sign for a day', async () => {
    await using receiver = await startReceiver();
    const bank = await organization();
    const { channel, secret } = await bank.api.channelsCreate({ name: 'SIEM', url: receiver.url });
    const { channel_id } = channel;
    const rotated = await bank.api.channelsRotate({ channel_id });
    const now = Date.now();
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Date.parse(rotated.channel.former_secret_until!)).toBeGreaterThan(now + 23 * HOUR);
    for (const text of [secret!, rotated.secret])
      expect(JSON.stringify([await bank.api.channels({}), await bank.api.auditLogs({})])).not.toContain(text);

    await bank.tell(now, [finding({ account: 'svc.one', time: now })]);
    await bank.deliver(now);
    await bank.tell(now + 25 * HOUR, [finding({ account: 'svc.two', time: now + 25 * HOUR })]);
    await bank.deliver(now + 25 * HOUR);
    const [both, one] = receiver.received;
    expect(signatures(both!)).toBe(2);
    for (const each of [secret, rotated.secret]) expect(verified(each, both!).type).toBe('case.opened');
    expect(signatures(one!)).toBe(1);
    expect(verified(rotated.secret, one!).type).toBe('case.opened');
    expect(() => verified(secret, one!)).toThrow('No signature matches');

    // A third one ends the first immediately.
    const third = await bank.api.channelsRotate({ channel_id });
    const fourth = await bank.api.channelsRotate({ channel_id });
    await bank.api.channelsTest({ channel_id });
    await bank.deliver(Date.now());
    const test = receiver.received.at(-1)!;
    expect(signatures(test)).toBe(2);
    for (const each of [third.secret, fourth.secret]) expect(verified(each, test).type).toBe('test');
  });

  test('is encrypted in the database', async () => {
    const bank = await organization();
    const { secret } = await bank.api.channelsCreate({ name: 'SIEM', url: 'https://siem.example/' });
    const { rows } = await server.database.asOwner((owner) =>
      owner.query<{ row: string }>(
        'SELECT s::text AS row FROM scout.channel_secrets s WHERE tenant_id = $1',
        [bank.tenantId],
      ),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain(secret!.slice('whsec_'.length));
    expect(server.logLines.join('\n')).not.toContain(secret!);
  });
});

describe('admins', () => {
  test('send a test, once, which fails at once without effect on the channel', async () => {
    await using receiver = await startReceiver();
    receiver.answer(500);
    const bank = await organization();
    const { channel, secret } = await bank.api.channelsCreate({ name: 'SIEM', url: receiver.url });
    const { channel_id } = channel;
    expect((await bank.api.channelsTest({ channel_id })).deliveries).toMatchObject([
      { kind: 'test', case_number: null, outcome: null, attempts: 0 },
    ]);
    await bank.deliver(Date.now());
    expect(await bank.deliveries()).toMatchObject([
      { outcome: 'failed', status: 500, next_attempt_at: null },
    ]);
    expect((await bank.api.channels({}))[0]!.failing_since).toBeNull();

    receiver.answer(200);
    await bank.api.channelsUpdate({ channel_id, is_active: false });
    await bank.api.channelsTest({ channel_id });
    await bank.deliver(Date.now());
    expect(receiver.received).toHaveLength(2);
    expect(verified(secret, receiver.received[1]!)).toMatchObject({
      type: 'test',
      data: { channel: 'SIEM' },
    });
  });

  test('have ten channels at most, and each change is in the audit log without the address', async () => {
    const bank = await organization();
    const add = (index: number) =>
      bank.api.channelsCreate({ name: `SIEM ${index}`, url: `https://siem${index}.example/token-${index}` });
    const { channel } = await add(0);
    for (let index = 1; index < 10; index += 1) await add(index);
    await expect(add(10)).rejects.toMatchObject({ code: 'channel_limit' });
    const { channel_id } = channel;
    await bank.api.channelsUpdate({ channel_id, name: 'SOC', account_pattern: 'svc.*' });
    await bank.api.channelsRotate({ channel_id });
    await bank.api.channelsTest({ channel_id });
    await bank.api.channelsDelete({ channel_id });
    await expect(bank.api.channelsDelete({ channel_id })).rejects.toMatchObject({ code: 'not_found' });
    const log = await bank.api.auditLogs({});
    expect(log.slice(0, 5).map(({ action }) => action)).toEqual([
      'channel_deleted',
      'channel_tested',
      'channel_secret_rotated',
      'channel_changed',
      'channel_added',
    ]);
    expect(JSON.stringify(log)).not.toContain('token-');
    expect(await bank.api.channels({})).toHaveLength(9);
  });

  test.each([
    'siem.example',
    'ftp://siem.example/',
    'https://user:password@siem.example/',
    'https://siem.example/#part',
    `https://siem.example/${'x'.repeat(2048)}`,
    `https://siem.example/${'ü'.repeat(1000)}`,
    '',
  ])('cannot add %s', async (url) => {
    const bank = await organization();
    await expect(bank.api.channelsCreate({ name: 'SIEM', url })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
