import { createDatabase, createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailQueue } from './mail.ts';

let inbox: Inbox;
let server: TestServer;
beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});

const link = 'https://scout.example/email-confirmation?token=Zk3vQ0yq8mN1c6xT&type=signup';
const confirmation = (to: string) =>
  ({ template: 'confirmation', to, props: { code: '048213', link, minutes: 10 } }) as const;

/** Number of mails in the queue, in any state. */
const queued = () =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM pgboss.job WHERE name = $1',
      [mailQueue],
    );
    return rows[0]!.n;
  });

describe('a mail', () => {
  test('arrives with code and link, as text and as HTML, from the configured sender', async () => {
    await server.context.mail.sendAlone(confirmation('admin@northwind.example'));
    const mail = await inbox.next('admin@northwind.example');
    expect(mail).toMatchObject({
      from: 'no-reply@localhost',
      subject: '048213 is your Scout confirmation code',
      code: '048213',
      link,
    });
    expect(mail.html).toContain('048213');
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
  });

  test.each(['scout_member', 'scout_operator', 'scout_auth'] as const)(
    'joins a transaction of %s, whose role stays as it was',
    async (role) => {
      const to = `${role}@northwind.example`;
      await server.database.withRole({ role }, async (tx, client) => {
        await server.context.mail.send(tx, confirmation(to));
        const { rows } = await client.query('SELECT current_user::text AS name');
        expect(rows).toEqual([{ name: role }]);
      });
      expect((await inbox.next(to)).code).toBe('048213');
    },
  );

  test('joins a transaction over the sign-in tables', async () => {
    const to = 'sign-in@northwind.example';
    await server.context.authStore.db.transaction().execute(async (tx) => {
      await server.context.mail.send(tx, confirmation(to));
      await tx.selectFrom('user').select('id').execute();
    });
    expect((await inbox.next(to)).code).toBe('048213');
  });

  test('from a transaction that rolls back is never sent', async () => {
    const before = await queued();
    const rolledBack = server.database.withRole({ role: 'scout_member' }, async (tx) => {
      await server.context.mail.send(tx, confirmation('nobody@northwind.example'));
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(await queued()).toBe(before);
    // A later one has arrived, so the queue was processed in between.
    await server.context.mail.sendAlone(confirmation('later@northwind.example'));
    await inbox.next('later@northwind.example');
    expect(inbox.mails.filter(({ to }) => to === 'nobody@northwind.example')).toEqual([]);
  });

  test('is encrypted in the database', async () => {
    await server.context.mail.sendAlone(confirmation('secret@northwind.example'));
    await inbox.next('secret@northwind.example');
    const rows = await server.database.asOwner(async (client) => {
      const { rows } = await client.query<{ text: string }>('SELECT j::text AS text FROM pgboss.job j');
      return rows.map(({ text }) => text).join('\n');
    });
    expect(rows).toContain('sealed');
    for (const secret of ['048213', 'Zk3vQ0yq8mN1c6xT', 'secret@northwind.example'])
      expect(rows).not.toContain(secret);
  });

  test.each([
    'a@northwind.example\r\nBcc: b@attacker.example',
    'a@northwind.example, b@attacker.example',
    'Name <a@northwind.example>',
    'a@northwind.example\u0000',
    'no address',
    '',
    `${'a'.repeat(250)}@b.example`,
  ])('to %j is refused before it is queued', async (to) => {
    const before = await queued();
    await expect(server.context.mail.sendAlone(confirmation(to))).rejects.toThrow(TypeError);
    expect(await queued()).toBe(before);
  });
});

describe('delivery', () => {
  test('waits for an unavailable mail server, and happens once when it is back', async () => {
    await inbox.stop();
    const to = 'patient@northwind.example';
    await server.context.mail.sendAlone(confirmation(to));
    await expect.poll(() => server.logLines.some((line) => line.includes('retried'))).toBe(true);
    await inbox.start();
    await inbox.next(to);
    await server.context.mail.sendAlone(confirmation('after@northwind.example'));
    await inbox.next('after@northwind.example');
    expect(inbox.mails.filter((mail) => mail.to === to)).toHaveLength(1);
  });

  test('is continued by the next server when one stops before the mail server is back', async () => {
    await using database = await createDatabase();
    await using mailbox = await createInbox();
    await mailbox.stop();
    const to = 'restart@northwind.example';
    const first = await startServer({ database, inbox: mailbox });
    await first.context.mail.sendAlone(confirmation(to));
    await expect.poll(() => first.logLines.some((line) => line.includes('retried'))).toBe(true);
    await first.stop();
    await mailbox.start();
    await using _second = await startServer({ database, inbox: mailbox });
    expect((await mailbox.next(to, 40_000)).code).toBe('048213');
    expect(mailbox.mails).toHaveLength(1);
  });

  test('of 60 mails by two servers happens once for each', async () => {
    await using second = await startServer({ database: server.database, inbox });
    const addresses = Array.from({ length: 60 }, (_, index) => `many-${index}@northwind.example`);
    await Promise.all(
      addresses.map((to, index) => (index % 2 ? second : server).context.mail.sendAlone(confirmation(to))),
    );
    await Promise.all(addresses.map((to) => inbox.next(to, 60_000)));
    expect(inbox.mails.filter(({ to }) => to.startsWith('many-'))).toHaveLength(60);
  });

  test('to a permanently refused address ends in the dead letters, logged without its content', async () => {
    const to = 'gone@northwind.example';
    inbox.refuse(to);
    await server.context.mail.sendAlone(confirmation(to));
    const about = (line: string) => line.includes('could not be delivered and will not be retried');
    await expect.poll(() => server.logLines.find(about)).toBeDefined();
    expect(JSON.parse(server.logLines.find(about)!)).toMatchObject({
      template: 'confirmation',
      domain: 'northwind.example',
    });
    expect(inbox.refusals).toEqual([to]);
    for (const secret of [to, '048213', 'Zk3vQ0yq8mN1c6xT']) {
      expect(server.logLines.filter((line) => line.includes(secret))).toEqual([]);
    }
  });

  test('of a mail encrypted with another auth secret ends in the dead letters too', async () => {
    await using other = await startServer({
      config: { authSecret: 'another secret of more than thirty-two characters' },
    });
    await other.database.withRole({ role: 'scout_jobs' }, async (_tx, client) => {
      await client.query(`INSERT INTO pgboss.job (name, data) VALUES ($1, '{"sealed": "v1.AAAA"}')`, [
        mailQueue,
      ]);
    });
    const about = (line: string) => line.includes('encrypted with another auth secret');
    await expect.poll(() => other.logLines.some(about)).toBe(true);
  });
});
