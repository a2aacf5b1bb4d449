import { expect, it } from 'vitest';
import { caseAdvice } from './caseAdvice.ts';

const about = {
  account: 'svc.atm',
  other_accounts: [],
  persons: [],
  person_level: 'nobody',
  sources: ['nw-meet02'],
  destinations: ['prd-app01'],
  kind: 'spraying',
} as const satisfies Parameters<typeof caseAdvice>[0];

it('names machines as people write them', () => {
  const lines = caseAdvice({ ...about, kind: 'new-source' });
  expect(lines).toContain(
    'Find out what ran on NW-MEET02 at that time, and who is responsible for that machine.',
  );
  expect(lines.at(-1)).toBe('Check on PRD-APP01 what svc.atm did there, and which rights it has.');
});

it.each(['spraying', 'refused-guess', 'refused-expired'])('after %s nothing was done on a server', (kind) => {
  expect(caseAdvice({ ...about, kind }).join(' ')).not.toContain('PRD-APP01');
});

it('a password that someone changed explains wrong passwords only', () => {
  const asks = (kind: string) => caseAdvice({ ...about, kind }).some((line) => line.includes('was changed'));
  expect(asks('refused-old-password')).toBe(true);
  expect(asks('refused-expired')).toBe(false);
  expect(asks('refused-then-successful')).toBe(false);
});

it('asks about all accounts of a case, and about tries where nobody got in', () => {
  const lines = caseAdvice({
    ...about,
    other_accounts: ['svc.branch'],
    persons: ['d.moreau'],
    person_level: 'present',
  });
  expect(lines).toContain('Ask d.moreau, without accusing: did you try these accounts, or see who did?');
});
