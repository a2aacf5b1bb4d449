import { createInbox, createOrganization, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withRole } from '../../../platform/database/pool.ts';
import { fresh } from '../../../testing/fresh.ts';
import { readRecipients } from '../sql/recipients.ts';
import { unsubscribeLink } from './links.ts';
import { alertMails } from './mails.ts';

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

const link = 'https://scout.example/cases/12';

/** An organization with recipients, and the links in their mails. */
async function arranged(...emails: string[]) {
  const bank = await createOrganization(server, fresh('Northwind'));
  const admin = await bank.as('admin');
  await admin.api.tenantsUpdate({ alert_recipient_emails: emails });
  const recipients = await withRole(
    server.context.pool,
    { role: 'scout_alerts', tenantId: bank.tenantId },
    (_tx, client) => readRecipients(client, bank.tenantId),
  );
  const links = recipients.map(({ recipientId: id, linkKey }) =>
    unsubscribeLink(alertMails, server.url, bank.tenantId, { id, linkKey }),
  );
  const receiving = async () =>
    (await admin.api.alertRecipients({})).filter(({ receives }) => receives).map(({ email }) => email);
  return { bank, admin, links, receiving };
}

const oneClick = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
};

describe('the link of an alert mail', () => {
  test('asks when opened, and ends the mails to that recipient only when a mail program posts to it', async () => {
    const { admin, links, receiving } = await arranged('ada@northwind.example', 'soc@northwind.example');
    const page = await fetch(links[0]!);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Stop alert emails?');
    expect(await receiving()).toEqual(['ada@northwind.example', 'soc@northwind.example']);

    for (let i = 0; i < 2; i += 1) {
      const done = await fetch(links[0]!, oneClick);
      expect(done.status).toBe(200);
      expect(await done.text()).toContain('You are unsubscribed');
    }
    expect(await receiving()).toEqual(['soc@northwind.example']);
    const entries = await admin.api.auditLogs({});
    expect(entries.filter(({ action }) => action === 'alert_recipient_unsubscribed')).toMatchObject([
      { actor: 'ada@northwind.example' },
    ]);
    expect(await (await fetch(links[0]!)).text()).toContain('You are unsubscribed');
  });

  test('stays in force when the address is removed and added again, until someone switches the mails on', async () => {
    const emails = ['ada@northwind.example', 'soc@northwind.example'];
    const { admin, links, receiving } = await arranged(...emails);
    await fetch(links[0]!, oneClick);
    await admin.api.tenantsUpdate({ alert_recipient_emails: [emails[1]!] });
    await admin.api.tenantsUpdate({ alert_recipient_emails: emails });
    expect(await receiving()).toEqual([emails[1]]);
    await admin.api.alertRecipientsUpdate({ email: emails[0]!, receives: true });
    expect(await receiving()).toEqual(emails);
  });

  test('does nothing with another recipient, organization or signature', async () => {
    const { links, receiving } = await arranged('ada@northwind.example', 'soc@northwind.example');
    const other = await arranged('eve@alder.example');
    const partsOf = (address: string) => new URL(address).searchParams.get('link')!.split('.');
    const [tenant, ada, signature] = partsOf(links[0]!);
    const [, soc] = partsOf(links[1]!);
    const [otherTenant] = partsOf(other.links[0]!);
    const forged = [
      `${tenant}.${soc}.${signature}`,
      `${otherTenant}.${ada}.${signature}`,
      `${tenant}.${ada}.${signature!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${tenant}.${ada}.`,
      `${tenant}.${ada}`,
      '',
      'x'.repeat(5000),
      "'; DROP TABLE scout.alert_preferences; --",
      `${tenant}.${ada}.${signature}.`,
    ];
    for (const each of forged) {
      const address = `${server.url}/alerts/unsubscribe?link=${encodeURIComponent(each)}`;
      for (const init of [{}, oneClick]) expect((await fetch(address, init)).status, each).toBe(404);
    }
    expect((await fetch(`${server.url}/alerts/unsubscribe`, oneClick)).status).toBe(404);
    const twice = await fetch(`${links[0]}&link=x`, oneClick);
    expect(twice.status).toBe(404);
    expect(await receiving()).toHaveLength(2);
    expect(await other.receiving()).toHaveLength(1);
  });

  test('is refused from a page of another site', async () => {
    const { links, receiving } = await arranged('ada@northwind.example');
    const headers = { ...oneClick.headers, 'sec-fetch-site': 'cross-site' };
    expect((await fetch(links[0]!, { ...oneClick, headers })).status).toBe(403);
    expect(await receiving()).toHaveLength(1);
  });

  test('is in the mail header as RFC 8058 requires, and in no log', async () => {
    const { links } = await arranged('ada@northwind.example');
    const to = 'ada@northwind.example';
    const about = {
      number: 12,
      account: 'svc.billing',
      severity: 'high',
      sentence: 'It was used.',
      link,
    } as const;
    await server.context.mail.sendAlone({
      template: 'case-summary',
      to,
      unsubscribe: links[0]!,
      thread: { id: 'case-1', isFirst: false },
      props: {
        kind: 'daily',
        total: 1,
        counts: { critical: 0, high: 1, medium: 0, low: 0 },
        cases: [about],
        since: '2026-11-21T14:05:00.000Z',
        timeZone: 'UTC',
        organization: 'Northwind Bank',
        link,
        unsubscribe: links[0]!,
      },
    });
    const { headers, text } = await inbox.next(to);
    expect(headers.get('list-unsubscribe')).toBe(`<${links[0]}>`);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headers.get('references')).toBe('<case-1@localhost>');
    expect(headers.get('in-reply-to')).toBe('<case-1@localhost>');
    expect(text).toContain(links[0]);
    await fetch(links[0]!, oneClick);
    const signature = links[0]!.split('.').at(-1)!;
    expect(server.logLines.filter((line) => line.includes(signature))).toEqual([]);
  });
});
