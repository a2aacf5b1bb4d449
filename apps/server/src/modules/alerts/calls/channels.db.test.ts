import { HOUR } from '@scout/detection/time';
import { describe, expect, test } from 'vitest';
import { startReceiver } from '../../../platform/outgoing/testing/receiver.ts';
import { deliveringServer, signatures, verified } from '../testing/deliveringServer.ts';
import { finding } from '../testing/finding.ts';

const scene = deliveringServer();

describe('the secret', () => {
  test('is shown once, and after a rotation both sign for a day', async () => {
    await using receiver = await startReceiver();
    const bank = await scene.organization();
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
    const bank = await scene.organization();
    const { secret } = await bank.api.channelsCreate({ name: 'SIEM', url: 'https://siem.example/' });
    const { rows } = await scene.server.database.asOwner((owner) =>
      owner.query<{ row: string }>(
        'SELECT s::text AS row FROM scout.channel_secrets s WHERE tenant_id = $1',
        [bank.tenantId],
      ),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain(secret!.slice('whsec_'.length));
    expect(scene.server.logLines.join('\n')).not.toContain(secret!);
  });
});

describe('admins', () => {
  test('send a test, once, which fails at once without effect on the channel', async () => {
    await using receiver = await startReceiver();
    receiver.answer(500);
    const bank = await scene.organization();
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
    const bank = await scene.organization();
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
    const bank = await scene.organization();
    await expect(bank.api.channelsCreate({ name: 'SIEM', url })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
