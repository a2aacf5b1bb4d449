import type { AlertedCase } from '../../sql/content.ts';
import type { CaseMessage } from '../message.ts';

/** A message about a case, with names given by the test. */
export function caseMessage(
  about: Partial<AlertedCase> = {},
  message: Partial<Omit<CaseMessage, 'about'>> = {},
): CaseMessage {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'graver',
    added: ['j.frei'],
    link: 'https://scout.example/cases/12',
    organization: 'Northwind Bank',
    timeZone: 'Europe/Zurich',
    now: Date.parse('2026-11-22T10:05:00Z'),
    ...message,
    about: {
      caseId: '00000000-0000-4000-8000-000000000012',
      number: 12,
      account: 'svc.billing',
      otherAccounts: [],
      kind: 'person-used-account',
      kinds: ['person-used-account', 'new-source'],
      severity: 'critical',
      score: 31.5,
      sentence: 'm.keller used svc.billing from WS-1042.',
      persons: [{ name: 'm.keller', level: 'acted' }],
      personLevel: 'acted',
      sources: ['WS-1042', '10.20.1.7'],
      destinations: ['PRD-DB01'],
      reasons: [{ facet: 'source', class: 'unknown', surprise: 12 }],
      firstSeen: new Date('2026-11-22T09:00:00Z'),
      lastSeen: new Date('2026-11-22T10:00:00Z'),
      status: 'open',
      closedAt: null,
      ...about,
    },
  };
}

/** Account and machine names that an attacker might choose. */
export const HOSTILE_NAMES = [
  '<!channel>',
  '<!here|here>',
  '@channel',
  '@everyone',
  '<@U12345678>',
  '<https://evil.example|click>',
  '[click](https://evil.example)',
  '<at>Everyone</at>',
  '*bold* _it_ ~s~ `code`',
  '# heading\n- list\n> quote',
  '{{DATE(2026-11-22T10:00:00Z, SHORT)}}',
  'a|b=c\\d"e]f',
  'x\r\n\r\n<134>1 - - - - - - forged',
  'cs1=forged act=allowed | | |',
  '\u202egnp.exe',
  '\u0000\u001b[31mred',
  '\ud800lone',
  'https://evil.example/login',
  'www.evil.example',
  '😀'.repeat(300),
  'x'.repeat(5_000),
  '"}],"text":"<!channel>',
];
