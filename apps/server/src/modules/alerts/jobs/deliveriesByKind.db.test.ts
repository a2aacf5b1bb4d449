import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { rootCertificates } from 'node:tls';
import { HOUR } from '@scout/detection/time';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { startReceiver } from '../../../platform/outgoing/testing/receiver.ts';
import { fresh } from '../../../testing/fresh.ts';
import { deliveringServer } from '../testing/deliveringServer.ts';
import { finding } from '../testing/finding.ts';

const scene = deliveringServer();

describe.each(['slack', 'teams'] as const)('a channel of %s', (kind) => {
  test('gets an unsigned request at a secret address', async () => {
    await using receiver = await startReceiver();
    const bank = await scene.organization();
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
    const responses = JSON.stringify([await bank.api.channels({}), await bank.api.auditLogs({})]);
    const { rows } = await scene.server.database.asOwner((owner) =>
      owner.query<{ row: string }>(
        `SELECT c::text AS row FROM scout.channels c WHERE tenant_id = $1
         UNION ALL SELECT s::text FROM scout.channel_secrets s WHERE tenant_id = $1
         UNION ALL SELECT d::text FROM scout.channel_deliveries d WHERE tenant_id = $1`,
        [bank.tenantId],
      ),
    );
    expect(rows).toHaveLength(4);
    for (const text of [responses, JSON.stringify(rows), scene.server.logLines.join('\n')])
      expect(text).not.toContain('/services/');
  });
});

describe('a channel of syslog', () => {
  test('gets it line by line, and again after its receiver was away', async () => {
    const bank = await scene.organization();
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
    const bank = await scene.organization();
    const channel = { kind: 'syslog' as const, name: 'Collector', ...input };
    await expect(bank.api.channelsCreate(channel)).rejects.toMatchObject({ code });
  });

  test('is verified by configured certificates, which must be public CA certificates', async () => {
    const bank = await scene.organization();
    const ca = rootCertificates[0]!;
    const { channel } = await bank.api.channelsCreate({
      kind: 'syslog',
      name: 'Collector',
      url: 'syslog+tls://siem.example',
      format: 'ecs',
      ca: `\n${ca}\nnotes\n`,
    });
    expect(channel).toMatchObject({ has_ca: true, format: 'ecs' });
    const { rows } = await scene.server.database.asOwner((owner) =>
      owner.query<{ ca: string }>('SELECT ca FROM scout.channels WHERE tenant_id = $1', [bank.tenantId]),
    );
    expect(rows).toEqual([{ ca: ca.trim() }]);
  });
});

test.each(['ecs', 'ocsf'] as const)('a webhook has its body in the format %s, signed', async (format) => {
  await using receiver = await startReceiver();
  const bank = await scene.organization();
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
