import type { CaseFile } from '@scout/contract';
import { expect, test } from 'vitest';
import { ticketText } from './ticket.ts';

const file = {
  number: 5,
  account: 'svc.billing',
  other_accounts: [],
  kind: 'person-used-account',
  severity: 'high',
  sentence: 'm.keller used svc.billing.',
  statement: null,
  later: null,
  reasons: [{ facet: 'source', class: 'workstation', surprise: 9 }],
  persons: ['m.keller'],
  person_level: 'acted',
  sources: ['fin-laptop3', '192.0.2.113'],
  destinations: [],
  first_seen: '2026-11-11T10:05:06.000Z',
  last_seen: '2026-11-12T10:05:06.000Z',
  status: 'open',
  closed_as: null,
  excused: false,
  assignee: null,
} as unknown as CaseFile;
const now = Date.parse('2026-11-23T10:00:00.000Z');

test('a ticket says who, from where, against what, since when, why and what to do', () => {
  const lines = ticketText(file, 'https://scout.example/cases/5', now).split('\n');
  expect(lines.slice(0, 10)).toEqual([
    'C-5 · high · svc.billing: A person uses it',
    'm.keller used svc.billing.',
    'Status: Open, unassigned',
    'First seen: 2026-11-11T10:05:06.000Z',
    'Last seen: 2026-11-12T10:05:06.000Z',
    'Person: m.keller (acted)',
    'Source: FIN-LAPTOP3, 192.0.2.113',
    'Server: not named',
    'Why:',
    '- First time from this machine',
  ]);
  expect(lines.at(-1)).toBe('https://scout.example/cases/5');
});

test('a ticket of a case that goes on says so first, and its last event is the last one seen', () => {
  const at = Date.UTC(2026, 10, 12, 10, 5, 6);
  const last = '2026-11-22T19:43:10.000Z';
  const statement = {
    lead: 'm.keller used svc.billing',
    unit: 'session',
    count: 1,
    first: at,
    last: at,
    why: 'First time.',
  };
  const lines = ticketText(
    { ...file, statement, later: { events: 111, last } },
    'https://scout.example',
    now,
  ).split('\n');
  expect(lines.slice(1, 6)).toEqual([
    `Ongoing: last event ${last}`,
    'm.keller used svc.billing: 1 session on Nov 12 at 10:05 UTC. Since then 111 more events, last Nov 22 19:43 UTC. First time.',
    'Status: Open, unassigned',
    'First seen: 2026-11-11T10:05:06.000Z',
    `Last seen: ${last}`,
  ]);
});

test('a ticket of a case that ended calls it ongoing as little as its page does', () => {
  const later = { events: 111, last: '2026-11-22T19:43:10.000Z' };
  const dayAfter = Date.parse('2026-11-24T10:00:00.000Z');
  expect(ticketText({ ...file, later }, 'https://scout.example', dayAfter)).not.toContain('Ongoing');
  expect(ticketText({ ...file, later, status: 'closed' }, 'https://scout.example', now)).not.toContain(
    'Ongoing',
  );
});

test('a ticket lists all accounts of a case', () => {
  const shared = { ...file, account: 'svc.atm', other_accounts: ['svc.branch', 'svc.crm'] };
  const lines = ticketText(shared, 'https://scout.example/cases/5', now).split('\n');
  expect(lines[0]).toBe('C-5 · high · svc.atm and 2 more: A person uses it');
  expect(lines).toContain('Accounts: svc.atm, svc.branch, svc.crm');
});

test('a name adds no line and hides nothing', () => {
  const text = ticketText(
    { ...file, persons: ['x\nStatus: Closed\u202e'] },
    'https://scout.example/cases/5',
    now,
  );
  expect(text).toContain('Person: x Status: Closed‹U+202E› (acted)');
  expect(text.split('\n').filter((line) => line.startsWith('Status'))).toHaveLength(1);
});
