import { setTimeout as pause } from 'node:timers/promises';
import { HOUR, MINUTE } from '@scout/detection/time';
import { describe, expect, test } from 'vitest';
import { lookAtDueTickets } from '../jobs/tickets.ts';
import { deliveringServer } from '../testing/deliveringServer.ts';
import { finding } from '../testing/finding.ts';
import { readyJira, ticketSystems } from './testing/systems.ts';

const scene = deliveringServer();

type Bank = Awaited<ReturnType<typeof scene.organization>>;
const look = (bank: Bank, now: number) => lookAtDueTickets(bank.at(now), bank.tenantId);
const hostile = 'svc.<!channel>[code]<b>x</b>[/code]"@all http://evil.example';

describe.each(ticketSystems)('$kind', ({ start }) => {
  test('has one ticket of a case from its opening to its end', async () => {
    await using system = await start();
    const bank = await scene.organization();
    const { channel, secret } = await bank.api.channelsCreate({ ...system.channel, name: 'Tickets' });
    expect({ secret, format: channel.format }).toEqual({ secret: null, format: 'ticket' });
    const now = Date.now();
    await bank.tell(now, [finding({ account: hostile, time: now, severity: 'medium' })]);
    expect(await bank.deliver(now)).toBe(1);
    expect(await bank.deliveries()).toMatchObject([{ kind: 'opened', outcome: 'delivered', problem: null }]);
    expect(system.tickets()).toMatchObject([{ state: 'open', updates: 0 }]);
    const sent = JSON.stringify(system.server.received);
    const markup = channel.kind === 'servicenow' ? ['[code]', '[/code]'] : [];
    for (const part of ['<!channel>', '<b>', 'http://evil', ...markup]) expect(sent).not.toContain(part);

    // It got worse: the same ticket is told.
    await bank.tell(now + MINUTE, [
      finding({ account: hostile, time: now, severity: 'medium' }),
      finding({ account: hostile, time: now + HOUR, severity: 'high' }),
    ]);
    expect(await bank.deliver(now + MINUTE)).toBe(1);
    expect(system.tickets()).toMatchObject([{ state: 'open', updates: 1 }]);

    // People acknowledge it there.
    system.act('acknowledged', 'Ada Lovelace');
    expect(await look(bank, now + 2 * MINUTE)).toBe(1);
    const acknowledged = await bank.api.casesRead({ number: 1 });
    expect(acknowledged.status).toBe('acknowledged');
    expect(acknowledged.tickets).toMatchObject([
      { channel: 'Tickets', kind: channel.kind, state: 'acknowledged', state_by: 'Ada Lovelace' },
    ]);
    expect(acknowledged.tickets[0]!.reference).toMatch(/^[#A-Z]/);
    expect(acknowledged.changes.map(({ kind, author }) => [kind, author])).toEqual([
      ['acknowledged', 'system'],
      ['ticket', 'system'],
    ]);
    expect(acknowledged.changes[0]!.text).toMatch(/^Acknowledged in \w+ by Ada Lovelace \(.+\)\.$/);

    // Resolved there is said here, and closes nothing.
    system.act('resolved', 'Ada Lovelace');
    await look(bank, now + 10 * MINUTE);
    const resolved = await bank.api.casesRead({ number: 1 });
    expect(resolved).toMatchObject({ status: 'acknowledged', tickets: [{ state: 'resolved' }] });
    expect(resolved.changes[0]).toMatchObject({ kind: 'ticket' });
    expect(resolved.changes[0]!.text).toMatch(/^Resolved in \w+ by Ada Lovelace/);
  });

  test('is resolved with its case, and told that it was reopened', async () => {
    await using system = await start();
    const bank = await scene.organization();
    await bank.api.channelsCreate({ ...system.channel, name: 'Tickets' });
    const now = Date.now();
    await bank.tell(now, [finding({ account: 'svc.end', time: now })]);
    await bank.deliver(now);
    await bank.api.casesClose({ number: 1, as: 'false', reason: 'A test.' });
    const later = Date.now() + MINUTE;
    expect(await look(bank, later)).toBe(1);
    expect(await bank.deliver(later)).toBe(1);
    expect(system.tickets()).toMatchObject([{ state: 'resolved' }]);
    // Looking again tells it no second time, and ends with the resolved ticket.
    await look(bank, later + HOUR);
    expect(await bank.deliver(later + HOUR)).toBe(0);
    expect(await look(bank, later + 48 * HOUR)).toBe(0);
    await bank.api.casesReopen({ number: 1 });
    expect(await look(bank, later + 48 * HOUR)).toBe(1);
    expect(await bank.deliver(later + 48 * HOUR)).toBe(1);
    expect((await bank.deliveries())[0]).toMatchObject({ kind: 'reopened', outcome: 'delivered' });
  });

  test('gets no second ticket when a process ends between sending and recording', async () => {
    await using system = await start();
    const bank = await scene.organization();
    await bank.api.channelsCreate({ ...system.channel, name: 'Tickets' });
    const now = Date.now();
    await bank.tell(now, [finding({ account: 'svc.killed', time: now })]);
    await bank.deliver(now);
    // As if the process had ended before it recorded anything.
    await scene.server.database.asOwner((owner) =>
      owner.query(
        `WITH gone AS (DELETE FROM scout.tickets WHERE tenant_id = '${bank.tenantId}')
         UPDATE scout.channel_deliveries SET outcome = NULL, settled_at = NULL WHERE tenant_id = '${bank.tenantId}'`,
      ),
    );
    expect(await bank.deliver(now + 5 * MINUTE)).toBe(1);
    expect(system.tickets()).toHaveLength(1);
    expect((await bank.api.casesRead({ number: 1 })).tickets).toHaveLength(1);
  });

  test('a wrong credential, a full or slow system and a huge answer are retried and told apart', async () => {
    await using system = await start();
    const bank = await scene.organization();
    await bank.api.channelsCreate({ ...system.channel, name: 'Tickets', credential: 'wrong' });
    const now = Date.now();
    await bank.tell(now, [finding({ account: 'svc.wrong', time: now })]);
    await bank.deliver(now);
    const [refused] = await bank.deliveries();
    expect(refused!.problem).toMatch(/^The receiver answered 40[013]\.$/);
    expect(refused!.outcome).toBeNull();
    expect(system.tickets()).toEqual([]);

    system.server.disturbed = (_request, response) =>
      void response.writeHead(429, { 'retry-after': '3600' }).end('{}');
    await bank.deliver(now + MINUTE);
    expect(await bank.deliveries()).toMatchObject([
      { status: 429, next_attempt_at: new Date(now + MINUTE + HOUR).toISOString() },
    ]);
    system.server.disturbed = (_request, response) => void response.writeHead(500).end('<html>');
    await bank.deliver(now + 2 * HOUR);
    expect(await bank.deliveries()).toMatchObject([{ status: 500, problem: 'The receiver answered 500.' }]);
    system.server.disturbed = (_request, response) => void response.writeHead(200).end('{"a');
    await bank.deliver(now + 6 * HOUR);
    expect((await bank.deliveries())[0]!.problem).toBe('The receiver’s answer is not JSON.');
    system.server.disturbed = (_request, response) => {
      response.writeHead(200);
      response.on('error', () => {});
      response.end(Buffer.alloc(3 * 1024 * 1024, 'x'));
    };
    await bank.deliver(now + 12 * HOUR);
    expect((await bank.deliveries())[0]!.problem).toMatch(/too large|could not be reached/);
    // Nothing of it is in a ticket, and no secret is in an answer, the log or the database.
    const shown = JSON.stringify([await bank.api.channels({}), await bank.api.auditLogs({})]);
    expect(shown).not.toContain('"wrong"');
  });

  test('is tested without opening a ticket', async () => {
    await using system = await start();
    const bank = await scene.organization();
    const { channel } = await bank.api.channelsCreate({ ...system.channel, name: 'Tickets' });
    const { channel_id } = channel;
    await bank.api.channelsTest({ channel_id });
    await bank.deliver(Date.now());
    expect(await bank.deliveries()).toMatchObject([{ kind: 'test', outcome: 'delivered' }]);
    expect(system.tickets()).toEqual([]);
    const wrong = await bank.api.channelsCreate({ ...system.channel, name: 'Wrong', credential: 'wrong' });
    await bank.api.channelsTest({ channel_id: wrong.channel.channel_id });
    await bank.deliver(Date.now());
    expect((await bank.deliveries()).map(({ outcome }) => outcome).sort()).toEqual(['delivered', 'failed']);
  });

  test('its credential is sealed, and nowhere else', async () => {
    await using system = await start();
    const bank = await scene.organization();
    await bank.api.channelsCreate({ ...system.channel, name: 'Tickets' });
    const { rows } = await scene.server.database.asOwner((owner) =>
      owner.query<{ row: string }>(
        `SELECT c::text AS row FROM scout.channels c WHERE tenant_id = $1
         UNION ALL SELECT s::text FROM scout.channel_secrets s WHERE tenant_id = $1
         UNION ALL SELECT a::text FROM scout.audit_logs a WHERE tenant_id = $1`,
        [bank.tenantId],
      ),
    );
    const all = JSON.stringify([rows, await bank.api.channels({}), scene.server.logLines]);
    expect(all).not.toContain(system.channel.credential);
  });
});

test('steps of one ticket wait for each other, and a slow system delays no other organization', async () => {
  await using slow = await readyJira();
  await using quick = await readyJira();
  const [one, other] = [await scene.organization(), await scene.organization()];
  await one.api.channelsCreate({ ...slow.channel, name: 'Slow' });
  await other.api.channelsCreate({ ...quick.channel, name: 'Quick' });
  const held = Promise.withResolvers<void>();
  slow.server.disturbed = (_request, response) => {
    void held.promise.then(() => response.writeHead(500).end());
  };
  const now = Date.now();
  const first = finding({ account: 'svc.a', time: now, severity: 'medium' });
  await one.tell(now, [first]);
  const waiting = one.deliver(now);
  await other.tell(now, [first]);
  expect(await other.deliver(now)).toBe(1);
  expect(quick.tickets()).toHaveLength(1);
  await one.tell(now + 1, [first, finding({ account: 'svc.a', time: now + HOUR, severity: 'critical' })]);
  expect(await one.deliver(now + 1)).toBe(0);
  held.resolve();
  expect(await waiting).toBe(1);
  slow.server.disturbed = undefined;
  await one.deliver(now + MINUTE);
  await one.deliver(now + 2 * MINUTE);
  expect(slow.tickets()).toMatchObject([{ updates: 1 }]);
  await pause(0);
});

test('a closed case stays closed when its ticket is acknowledged', async () => {
  await using system = await readyJira();
  const bank = await scene.organization();
  await bank.api.channelsCreate({ ...system.channel, name: 'Jira' });
  const now = Date.now();
  await bank.tell(now, [finding({ account: 'svc.closed', time: now })]);
  await bank.deliver(now);
  await bank.api.casesClose({ number: 1, as: 'misuse', reason: 'Known.' });
  system.act('acknowledged', 'Ada');
  await look(bank, Date.now() + MINUTE);
  expect((await bank.api.casesRead({ number: 1 })).status).toBe('closed');
});

test.each([
  ['a path', { url: 'https://northwind.atlassian.net/rest' }],
  ['no credential', { credential: undefined }],
  ['a line break in it', { credential: 'a\nb' }],
  ['no project', { settings: { user: 'a@b.example', issue_type: 'Task' } }],
  ['a project with a quote', { settings: { user: 'a', issue_type: 'Task', project: 'A" OR "1' } }],
  [
    'changes without fields',
    { settings: { user: 'a', issue_type: 'Task', project: 'SEC', checks_changes: true } },
  ],
])('a channel of Jira cannot be added with %s', async (_name, change) => {
  const bank = await scene.organization();
  const input = {
    kind: 'jira' as const,
    name: 'Jira',
    url: 'https://northwind.atlassian.net',
    credential: 'token',
    settings: { user: 'scout@northwind.example', project: 'SEC', issue_type: 'Task' },
    ...change,
  };
  await expect(bank.api.channelsCreate(input as never)).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a webhook has no credential', async () => {
  const bank = await scene.organization();
  const input = { name: 'SIEM', url: 'https://siem.example/', credential: 'x' };
  await expect(bank.api.channelsCreate(input)).rejects.toMatchObject({ code: 'invalid_input' });
});
