import { isIP } from 'node:net';
import fc from 'fast-check';
import { Window } from 'happy-dom';
import { LinkifyIt } from 'linkify-it';
import tlds from 'tlds';
import { describe, expect, test } from 'vitest';
import { securityNoticeKinds } from './props.ts';
import { renderEmail } from './render.tsx';
import {
  caseAlert,
  caseSummary,
  link,
  monthlyReport,
  names,
  salesNotification,
  samples,
  unsubscribe,
  when,
} from './testing/samples.ts';

const { DOMParser } = new Window();
/** The elements of a page as parsed by a browser. */
function elementsOf(html: string) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.querySelectorAll('*')].map((element) => ({
    name: element.tagName.toLowerCase(),
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
  }));
}

describe.each(names)('%s', (name) => {
  test('renders as HTML, as text and with a subject of one line', async () => {
    const { subject, html, text } = await renderEmail(name, samples[name]);
    expect(subject).toMatch(/^[^\r\n]{8,80}$/);
    expect(html).toMatch(/^<!DOCTYPE html/);
    expect(text.split('\n').length).toBeGreaterThan(5);
    expect(text).not.toMatch(/<|&(amp|lt|gt|quot|#)/);
    for (const value of Object.values(samples[name])) {
      if (value === link) expect(text).toContain(link);
    }
  });

  test('loads nothing external and runs nothing', async () => {
    const elements = elementsOf((await renderEmail(name, samples[name])).html);
    expect(elements.map((element) => element.name)).not.toContain('script');
    expect(elements.filter(({ name, attributes }) => name === 'img' || 'src' in attributes)).toEqual([]);
    for (const { attributes } of elements) {
      expect(attributes.style ?? '').not.toMatch(/url\(/);
      if (attributes.href) expect([link, unsubscribe]).toContain(attributes.href);
    }
  });
});

/** Alerts with a text in every place for names from events. */
const alertsOf = (text: string) => [
  renderEmail(
    'case-alert',
    caseAlert({
      kind: 'gained',
      account: text,
      otherAccounts: [text],
      sentence: text,
      persons: [text],
      gained: [text],
      advice: [text],
      organization: text,
    }),
  ),
  renderEmail(
    'case-summary',
    caseSummary({
      cases: [{ number: 1, account: text, severity: 'high', sentence: text, link }],
      organization: text,
    }),
  ),
  renderEmail(
    'monthly-report',
    monthlyReport({
      organization: text,
      rankings: [{ title: 'Top servers', counted: 'Incidents', rows: [{ name: text, now: 1, before: 2 }] }],
    }),
  ),
];

describe('user-supplied text', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</title></head><body onload=alert(1)>',
    'Bank\r\nBcc: everyone@attacker.example\r\n\r\nhello',
    'Bank\u2028Subject: other\u0000\u0007',
    '\u202eknaB dniwhtroN',
    'visit http://attacker.example or www.attacker.example',
    '{{code}} %s $1 `',
    'שלום בנק',
    '🏦 Ünïcode “quotes” &amp; more',
    'x'.repeat(5000),
  ];

  test.each(hostile)('%j is text, on one line', async (text) => {
    const mails = await Promise.all([
      renderEmail('invitation', { organization: text, inviterName: text, link, days: 7 }),
      renderEmail('security-notice', { kind: 'factor-added', when, device: text, address: text }),
      renderEmail('domain-code', { code: '048213', domain: text, organization: text, minutes: 30 }),
      renderEmail('account-deleted', { organizations: [text], when, device: text, address: text }),
      renderEmail('early-access-confirmation', {}),
      renderEmail(
        'sales-notification',
        salesNotification({
          first_name: text,
          last_name: text,
          email: text,
          phone: text,
          company_name: text,
          company_size: text,
          job_title: text,
          message: text,
        }),
      ),
      ...alertsOf(text),
    ]);
    for (const { subject, html, text: plain } of mails) {
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(subject.length).toBeLessThan(200);
      const elements = elementsOf(html);
      const plainOnes = elementsOf((await renderEmail('invitation', samples.invitation)).html);
      const allowed = new Set([
        ...plainOnes.map(({ name }) => name),
        'tr',
        'th',
        'td',
        'tbody',
        'table',
        'blockquote',
        'p',
        'bdi',
        'ul',
        'li',
        'thead',
      ]);
      expect(elements.filter(({ name }) => !allowed.has(name))).toEqual([]);
      expect(
        elements.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => /^on|^src/.test(name)),
      ).toEqual([]);
      expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(plain).not.toMatch(/https?:\/\/attacker|www\.attacker/);
      expect(plain).not.toMatch(/^(Bcc|Subject):/m);
      expect(html.length).toBeLessThan(20_000);
    }
  });

  test('keeps what a name may be: other scripts, accents, emoji, quotes', async () => {
    const { html, text, subject } = await renderEmail('invitation', {
      organization: 'שלום & Söhne 🏦',
      inviterName: '',
      link,
      days: 1,
    });
    expect(subject).toBe('Join שלום & Söhne 🏦 on Scout');
    expect(html).toContain('<bdi>שלום &amp; Söhne 🏦</bdi>');
    expect(text).toContain('An admin invites you to שלום & Söhne 🏦');
    expect(text).toContain('for 1 day.');
  });
});

test('the sales team sees a message line by line, marked as third-party text', async () => {
  const { html, text, subject } = await renderEmail(
    'sales-notification',
    salesNotification({ kind: 'contact', phone: null, company_size: null, job_title: null }),
  );
  expect(subject).toBe('Question: Alder Health');
  expect(text).toContain('> We run svc[.]billing on PRD-SQL01.\n');
  expect(text).toContain('> When can we start?\n');
  expect(html).toContain('<p dir="auto"');
  expect(text).not.toContain('Phone');
});

test('an alert of a case about several accounts names all of them', async () => {
  const { text } = await renderEmail(
    'case-alert',
    caseAlert({ account: 'svc.atm', otherAccounts: ['svc.branch', '10 more'] }),
  );
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Accounts svc.atm, svc.branch, 10 more');
});

test('an alert says what happened, who it was, why and what to do, in the organization’s time zone and in UTC', async () => {
  const { subject, html, text } = await renderEmail(
    'case-alert',
    caseAlert({ kind: 'gained', gained: ['PC9'] }),
  );
  expect(subject).toBe('C-12 svc.billing: A person uses it');
  const plain = text.replaceAll(/\s+/g, ' ');
  for (const fact of [
    'High: new findings in a case',
    'm.keller used svc.billing from FIN-LAPTOP3 to open PRD-SQL01: 95 sessions',
    'An event names this person',
    '12 Nov 2026, 10:00 Europe/Zurich (12 Nov, 09:00 UTC)',
    'First use of the account by this person',
    'Ask m.keller: who gave you the password of svc.billing',
    'PC9',
    unsubscribe,
  ])
    expect(plain).toContain(fact);
  expect(html).toContain('<bdi>svc.billing</bdi>');
});

test('a summary counts what it does not list', async () => {
  const { subject, text } = await renderEmail('case-summary', caseSummary());
  expect(subject).toBe('491 more cases: Northwind Bank');
  const plain = text.replaceAll(/\s+/g, ' ');
  expect(plain).toContain('1 critical, 90 high, 400 medium, since 21 Nov 2026, 15:05 Europe/Zurich');
  expect(plain).toContain('High: C-12 svc.billing');
  expect(plain).toContain('And 490 more cases');
});

test('the requester is told when we answer', async () => {
  const { html, text } = await renderEmail('early-access-confirmation', samples['early-access-confirmation']);
  for (const body of [html, text]) expect(body.replaceAll(/\s+/g, ' ')).toContain('within 1-3 business days');
});

describe('user-supplied text contains no link', () => {
  const linkify = new LinkifyIt({
    ...{ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true },
    tlds: [...tlds, 'example', 'test'],
  });

  /** Links that a mail program would detect, other than the button's and the sender's address. */
  const linksIn = (text: string): string[] =>
    (linkify.match(text) ?? [])
      .map(({ raw }) => raw)
      .filter((raw) => raw !== link && raw !== unsubscribe && raw !== 'mira@alder.example');

  async function linksOf(written: string): Promise<string[]> {
    // A real IP address is shown unchanged: it is the subject of the notice.
    const address = isIP(written) === 0 ? written : '';
    const mails = await Promise.all([
      renderEmail('invitation', { organization: written, inviterName: written, link, days: 7 }),
      renderEmail('security-notice', { kind: 'new-device', when, device: written, address }),
      renderEmail('domain-code', { code: '048213', domain: written, organization: written, minutes: 30 }),
      renderEmail('account-deleted', { organizations: [written], when, device: written, address }),
      renderEmail('early-access-confirmation', {}),
      renderEmail(
        'sales-notification',
        salesNotification({
          first_name: written,
          last_name: written,
          phone: written,
          company_name: written,
          company_size: written,
          job_title: written,
          message: `${written}\n${written}`,
        }),
      ),
      ...alertsOf(written),
    ]);
    const page = (html: string) =>
      [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('title, p, h1, th, td, a, li')]
        .filter((element) => element.querySelector('p, h1, td, table') === null)
        .map((element) => element.textContent);
    return mails.flatMap(({ subject, html, text }) => [subject, text, ...page(html)].flatMap(linksIn));
  }

  test('the oracle recognizes a link', () => {
    expect(linksIn('evil.example/login, a@evil.example, 192.0.2.7/x and //evil.example')).toHaveLength(4);
  });

  test.each([
    'evil.example/login',
    'Reset: evil.com',
    'http://evil.example',
    'HTTPS:evil.example',
    'hthttp://tp://evil.example',
    'wwwww.w.evil.example',
    'someone@evil.example',
    'someone@evil.\u00ad1',
    'mailto:someone@evil.example',
    '192.0.2.7/login',
    'com@de192.0.2.7..',
    'evil。example',
    'evil．example',
    'evil\u200b.example',
    'evil.\u2060example',
    'bücher.example',
    'пример.рф',
    '//evil.example/x',
    '\\\\evil.example\\share',
    'xn--evil.xn--p1ai',
    'a.b.c.evil.co.uk:8080/?x',
    `${'x'.repeat(110)}.com/login`,
  ])('%j', async (text) => {
    expect(await linksOf(text)).toEqual([]);
  });

  test('nor does any other text', async () => {
    const part = fc.constantFrom(
      ...[
        '.',
        '。',
        '/',
        '//',
        ':',
        '@',
        ' ',
        '-',
        '\\',
        'evil',
        'com',
        'example',
        'www',
        'http',
        'mailto',
        '1',
        '192.0.2.7',
      ],
      ...['\u200b', '\u00ad', 'рф', 'de', '?', '[', ']', '\n'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 2, maxLength: 9 }), async (parts) => {
        expect(await linksOf(parts.join(''))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test('the requester of early access sees no text written by others', async () => {
    const written = { firstName: 'evil.example', organization: 'Call 555 0100 now' } as object;
    expect(await renderEmail('early-access-confirmation', written)).toEqual(
      await renderEmail('early-access-confirmation', {}),
    );
  });

  test.each([
    'Northwind Bank',
    'J.R. Sato & Co.',
    'St. Gallen AG',
    'Nr.1 Ltd',
    '.NET Foundation',
    'R&D (EU)',
  ])('%j is a name as it is', async (organization) => {
    const { subject } = await renderEmail('invitation', { organization, inviterName: '', link, days: 7 });
    expect(subject).toBe(`Join ${organization} on Scout`);
  });
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', ''])(
  'no mail links to %j',
  async (bad) => {
    await expect(renderEmail('password-reset', { link: bad, minutes: 30 })).rejects.toThrow(TypeError);
  },
);

test.each(securityNoticeKinds)('the notice of %s says what happened, when, and from where', async (kind) => {
  const { text, html } = await renderEmail('security-notice', {
    kind,
    when,
    device: 'Safari on macOS',
    address: '2001:db8::7',
  });
  for (const fact of ['21 Nov 2026, 14:05 UTC', 'Safari on macOS', '2001:db8::7']) {
    expect(text).toContain(fact);
    expect(html).toContain(fact);
  }
});

test('a monthly report lists its figures in a table, in both bodies, and omits empty rankings', async () => {
  const { subject, html, text } = await renderEmail('monthly-report', monthlyReport());
  expect(subject).toBe('October 2026 in figures: Northwind Bank');
  const plain = text.replaceAll(/\s+/g, ' ');
  expect(plain).toContain('Failed logons 12,408 980');
  expect(plain).toContain('svc.billing 4 0');
  expect(plain).toContain('1 Oct 2026, 00:00 Europe/Zurich (30 Sept, 22:00 UTC)');
  expect(html).toContain('12,408');
  expect(text + html).not.toContain('Top persons');
});
