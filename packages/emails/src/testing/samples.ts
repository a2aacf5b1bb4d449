import type { EmailProps, EmailTemplate } from '../props.ts';

export const link = 'https://scout.example/go?token=abc&type=signup';
export const when = '2026-11-21T14:05:00.000Z';

export function salesNotification(
  change: Partial<EmailProps['sales-notification']> = {},
): EmailProps['sales-notification'] {
  return {
    kind: 'early_access',
    first_name: 'Mira',
    last_name: 'Sato',
    email: 'mira@alder.example',
    phone: '+41 44 000 00 00',
    company_name: 'Alder Health',
    company_size: '51-200',
    job_title: 'Head of IT',
    message: 'We run svc.billing on PRD-SQL01.\n\nWhen can we start?',
    when,
    ...change,
  };
}

export const unsubscribe = 'https://scout.example/alerts/unsubscribe?link=a.b.c';

export function caseAlert(change: Partial<EmailProps['case-alert']> = {}): EmailProps['case-alert'] {
  return {
    kind: 'opened',
    number: 12,
    account: 'svc.billing',
    otherAccounts: [],
    title: 'A person uses it',
    severity: 'high',
    sentence:
      'm.keller used svc.billing from FIN-LAPTOP3 to open PRD-SQL01: 95 sessions since 12 Nov, last 21 Nov 19:43 UTC.',
    reasons: ['First use of the account by this person'],
    persons: ['m.keller'],
    evidence: 'An event names this person as the one who used the account.',
    gained: [],
    advice: ['Ask m.keller: who gave you the password of svc.billing, and for which task?'],
    firstSeen: '2026-11-12T09:00:00.000Z',
    lastSeen: when,
    timeZone: 'Europe/Zurich',
    organization: 'Northwind Bank',
    link,
    unsubscribe,
    ...change,
  };
}

export function caseSummary(change: Partial<EmailProps['case-summary']> = {}): EmailProps['case-summary'] {
  const { number, account, severity, sentence } = caseAlert();
  return {
    kind: 'rest',
    total: 491,
    counts: { critical: 1, high: 90, medium: 400, low: 0 },
    cases: [{ number, account, severity, sentence, link }],
    since: when,
    timeZone: 'Europe/Zurich',
    organization: 'Northwind Bank',
    link,
    unsubscribe,
    ...change,
  };
}

export function monthlyReport(
  change: Partial<EmailProps['monthly-report']> = {},
): EmailProps['monthly-report'] {
  return {
    organization: 'Northwind Bank',
    month: 'October 2026',
    from: '2026-09-30T22:00:00.000Z',
    to: '2026-10-31T23:00:00.000Z',
    timeZone: 'Europe/Zurich',
    figures: [{ name: 'Failed logons', now: 12_408, before: 980 }],
    rankings: [
      { title: 'Top accounts', counted: 'Incidents', rows: [{ name: 'svc.billing', now: 4, before: 0 }] },
      { title: 'Top persons', counted: 'Events', rows: [] },
    ],
    facts: [{ name: 'Coverage', value: '5 gaps on 2 machines' }],
    link,
    unsubscribe,
    ...change,
  };
}

/** Properties of every template. */
export const samples: { [T in EmailTemplate]: EmailProps[T] } = {
  confirmation: { code: '048213', link, minutes: 10 },
  'domain-code': {
    code: '048213',
    domain: 'northwind.example',
    organization: 'Northwind Bank',
    minutes: 30,
  },
  'account-deleted': {
    organizations: ['Northwind Bank'],
    when,
    device: 'Firefox on Windows',
    address: '192.0.2.7',
  },
  invitation: { organization: 'Northwind Bank', inviterName: 'Ada of IT', link, days: 7 },
  'early-access-confirmation': {},
  'sales-notification': salesNotification(),
  'password-reset': { link, minutes: 30 },
  'security-notice': { kind: 'new-device', when, device: 'Firefox on Windows', address: '192.0.2.7' },
  'channel-off': {
    channel: 'SIEM',
    host: 'siem.northwind.example',
    problem: 'The receiver answered 503.',
    since: when,
    link,
  },
  'operator-trouble': {
    kind: 'began',
    trouble: 'agents_silent',
    count: 3,
    since: when,
    link,
  },
  subscription: { kind: 'trial-ending', organization: 'Northwind Bank', at: when, daysKept: 30, link },
  'case-alert': caseAlert(),
  'case-summary': caseSummary(),
  'monthly-report': monthlyReport(),
  'owner-review': {
    kind: 'asked',
    organization: 'Northwind Bank',
    startedBy: 'ada@northwind.example',
    due: when,
    timeZone: 'Europe/Zurich',
    total: 23,
    accounts: ['svc.billing', 'svc.reporting'],
    link,
  },
};
export const names = Object.keys(samples) as EmailTemplate[];
