import { domainOf, emailProblem } from './emailProblem.ts';

/** Reasons why an address is not a company's (spec section 5, sign-up and login). */
export const companyEmailMessages = {
  educational:
    'University and educational email addresses are not allowed. Please use your company email address.',
  personal: 'Personal email addresses are not allowed. Please use your company email address.',
  /** Default message (login). */
  fallback: 'Please enter a valid company email address',
} as const;

const educationalParts = [
  'edu',
  'ac.uk',
  'ac.nz',
  'ac.za',
  'ac.jp',
  'ac.in',
  'university',
  'college',
  'school',
  'institute',
  'academy',
  'campus',
];

const personalNames = new Set([
  'gmail',
  'yahoo',
  'hotmail',
  'outlook',
  'live',
  'msn',
  'aol',
  'icloud',
  'me',
  'mac',
  'protonmail',
  'tutanota',
  'yandex',
  'zoho',
]);

/** Second-level names under which a country registers companies, as in yahoo.co.uk. */
const secondLevel = new Set(['ac', 'co', 'com', 'edu', 'gov', 'ne', 'net', 'or', 'org']);

/** True when the domain contains an educational name of section 5. */
export function isEducationalDomain(domain: string): boolean {
  const text = domain.toLowerCase();
  return educationalParts.some((part) => text.includes(part));
}

/** True when the registered name is a personal provider's: me.com and yahoo.co.uk, never acme.com, me.bank.example or bank.me. */
export function isPersonalDomain(domain: string): boolean {
  const labels = domain.toLowerCase().split('.');
  if (labels.slice(-2).join('.') === 'mail.ru') return true;
  const suffix = labels.length > 2 && secondLevel.has(labels.at(-2) ?? '') ? 2 : 1;
  return personalNames.has(labels.at(-1 - suffix) ?? '');
}

/** First fault of a company address: the shared rule, then educational, then personal; or undefined. */
export function companyEmailProblem(email: string): string | undefined {
  const problem = emailProblem(email);
  if (problem) return problem;
  const domain = domainOf(email);
  if (isEducationalDomain(domain)) return companyEmailMessages.educational;
  if (isPersonalDomain(domain)) return companyEmailMessages.personal;
  return undefined;
}
