import { describe, expect, it, test } from 'vitest';
import { regexes } from 'zod/v4/core';
import {
  companyEmailMessages,
  companyEmailProblem,
  isEducationalDomain,
  isPersonalDomain,
} from './companyEmail.ts';
import { codeDigits, confirmationCodeMessage, confirmationProblem } from './confirmationCode.ts';
import { emailProblem, emailRule } from './email.ts';
import { emailPattern } from './emailProblem.ts';
import { chosenPasswordProblem } from './password.ts';
import { signUpBody, signUpProblems } from './signUp.ts';

describe('the shared email rule', () => {
  it('has the pattern by which calls check addresses', () => {
    expect(emailPattern.source).toBe(regexes.email.source.replaceAll('\\-', '-'));
  });

  const invalid = 'Email contains invalid characters';
  test.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    [`${'a'.repeat(250)}@b.example`, 'Email is too long'],
    ['<script>@b.example', invalid],
    ['< / Script >@b.example', invalid],
    ['javascript:alert(1)@b.example', invalid],
    ['vbscript:x@b.example', invalid],
    ['a onload=x@b.example', invalid],
    ['data:text/html,x@b.example', invalid],
    ['<iframe@b.example', invalid],
    ['<object@b.example', invalid],
    ['<embed@b.example', invalid],
    ['a@b.example\r\nBcc: c@d.example', invalid],
    ['a@b.example%0aBcc:c', invalid],
    ['a%0D@b.example', invalid],
    ['not an address', 'Please enter a valid email address'],
    ['a@b', 'Please enter a valid email address'],
    ['a@@b.example', 'Please enter a valid email address'],
  ])('%j: %s', (text, message) => {
    expect(emailProblem(text)).toBe(message);
    expect(emailRule.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test.each(['description@objectives.example', 'ada+on@northwind.example', 'embed@b.example'])(
    'takes %s',
    (text) => expect(emailProblem(text)).toBeUndefined(),
  );

  it('trims and lower-cases', () => {
    expect(emailRule.parse('  Ada@Northwind.EXAMPLE ')).toBe('ada@northwind.example');
  });
});

describe('company addresses', () => {
  test.each(['mit.edu', 'education.example', 'ox.ac.uk', 'x.ac.nz', 'x.ac.za', 'x.ac.jp', 'x.ac.in'])(
    '%s is educational',
    (domain) => expect(isEducationalDomain(domain)).toBe(true),
  );
  test.each(['university', 'college', 'school', 'institute', 'academy', 'campus'])(
    'a domain with %s is educational',
    (word) => expect(isEducationalDomain(`my-${word.toUpperCase()}.example`)).toBe(true),
  );
  test.each([
    'gmail.com',
    'yahoo.com',
    'yahoo.co.uk',
    'hotmail.fr',
    'outlook.com',
    'live.nl',
    'msn.com',
    'aol.com',
    'icloud.com',
    'me.com',
    'mac.com',
    'protonmail.com',
    'tutanota.de',
    'yandex.ru',
    'mail.ru',
    'zoho.com',
    'ME.com',
  ])('%s is personal', (domain) => expect(isPersonalDomain(domain)).toBe(true));
  test.each([
    'acme.com',
    'mygmail.com',
    'bank.me',
    'me.northwind.example',
    'mail.northwind.example',
    'northwind.ru',
    'machines.example',
    'olive.example',
  ])('%s is a company', (domain) => {
    expect(isPersonalDomain(domain)).toBe(false);
    expect(companyEmailProblem(`ada@${domain}`)).toBeUndefined();
  });
  test('the shared rule comes first', () => {
    expect(companyEmailProblem('')).toBe('Email is required');
    expect(companyEmailProblem('ada@gmail.com')).toBe(companyEmailMessages.personal);
    expect(companyEmailProblem('ada@mit.edu')).toBe(companyEmailMessages.educational);
  });
});

describe('the sign-up form', () => {
  const good = {
    email: 'ada@northwind.example',
    password: 'eight ch',
    confirm_password: 'eight ch',
    first_name: ' Al ',
    last_name: 'Ng',
    company_name: 'HP',
  };
  test('accepts valid input', () => {
    expect(signUpProblems(good)).toEqual([]);
  });
  test('reports errors in the order of the specification, one per field', () => {
    const bad = {
      email: 'x',
      password: 'a',
      confirm_password: 'b',
      first_name: ' A ',
      last_name: '',
      company_name: 'x',
    };
    expect(signUpProblems(bad).map(({ message }) => message)).toEqual([
      'Please enter a valid email address',
      'Passwords do not match',
      'First name must be at least 2 characters long',
      'Last name must be at least 2 characters long',
      'Company name must be at least 2 characters long',
    ]);
    expect(signUpProblems({ ...good, password: '1234567', confirm_password: '1234567' })).toEqual([
      { field: 'password', message: 'Password must be at least 8 characters long' },
    ]);
  });
  test('is what the call accepts, trimmed', () => {
    const { confirm_password: _, email, password, ...data } = good;
    expect(signUpBody.parse({ email, password, data })).toEqual({
      email,
      password,
      data: { first_name: 'Al', last_name: 'Ng', company_name: 'HP' },
    });
  });
  test('keeps spaces in a password', () => {
    expect(chosenPasswordProblem('        ', '        ')).toBeUndefined();
  });
});

describe('the confirmation code', () => {
  test.each([
    ['123 456', '123456'],
    ['12a3-4567', '123456'],
    ['abc', ''],
  ])('keeps the digits of %j', (text, digits) => expect(codeDigits(text)).toBe(digits));
  test.each([
    ['', '123456'],
    ['ada@northwind.example', '12345'],
    ['nobody', '123456'],
  ])('needs an address and six digits: %j %j', (email, code) => {
    expect(confirmationProblem(email, code)).toBe(confirmationCodeMessage);
  });
  test('accepts an address with six digits', () => {
    expect(confirmationProblem('ada@northwind.example', '123456')).toBeUndefined();
  });
});
