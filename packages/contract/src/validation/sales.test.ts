import { describe, expect, test } from 'vitest';
import {
  companySizes,
  type DemoRequestFields,
  demoRequestMessages,
  demoRequestProblems,
  demoRequestValues,
} from './demoRequest.ts';
import { mayTry, recentAttempts, sanitizeMailingListInput } from './mailingList.ts';

const good: DemoRequestFields = {
  first_name: ' Mira ',
  last_name: 'Sato',
  email: ' Mira@Alder.EXAMPLE',
  phone: ' ',
  company_name: 'Alder Health',
  company_size: '',
  job_title: '',
  message: '',
};

describe('early access', () => {
  test('needs first name, last name, email and organization name', () => {
    expect(demoRequestProblems('early_access', good)).toEqual([]);
    const empty = { ...good, first_name: ' ', last_name: '', email: '', company_name: '\n' };
    expect(demoRequestProblems('early_access', empty)).toEqual(
      ['first_name', 'last_name', 'email', 'company_name'].map((field) => ({
        field,
        message: 'Please fill in all required fields',
      })),
    );
  });

  test('takes a personal address: no lead is lost', () => {
    expect(demoRequestProblems('early_access', { ...good, email: 'mira@gmail.com' })).toEqual([]);
  });

  test('is sent trimmed, with null for what is empty', () => {
    expect(demoRequestValues(good)).toEqual({
      first_name: 'Mira',
      last_name: 'Sato',
      email: 'mira@alder.example',
      phone: null,
      company_name: 'Alder Health',
      company_size: null,
      job_title: null,
      message: null,
    });
  });

  test('has exactly the sizes of the specification', () => {
    expect(companySizes).toEqual([
      '1-10',
      '11-50',
      '51-200',
      '201-500',
      '501-1,000',
      '1,001-5,000',
      '5,001+',
    ]);
    for (const company_size of companySizes) {
      expect(demoRequestProblems('early_access', { ...good, company_size })).toEqual([]);
      expect(demoRequestValues({ ...good, company_size }).company_size).toBe(company_size);
    }
    expect(demoRequestProblems('early_access', { ...good, company_size: '12' })).toEqual([
      { field: 'company_size', message: demoRequestMessages.companySize },
    ]);
  });

  test.each(['שרה', '山田', 'Ñandú', "O'Brien", '👩‍💻 Mira', 'محمد', 'Jean-Luc'])(
    'takes the name %s',
    (name) => {
      expect(demoRequestProblems('early_access', { ...good, first_name: name, last_name: name })).toEqual([]);
    },
  );

  test('takes a message with line breaks, and no other control characters', () => {
    const problems = (message: string) => demoRequestProblems('early_access', { ...good, message });
    expect(problems('one\r\n\ttwo\nthree')).toEqual([]);
    expect(problems('one\u0007')).toEqual([
      { field: 'message', message: 'Message contains invalid characters' },
    ]);
  });
});

test('a question also needs its text', () => {
  expect(demoRequestProblems('contact', good)).toEqual([
    { field: 'message', message: 'Please fill in all required fields' },
  ]);
  expect(demoRequestProblems('contact', { ...good, message: 'When?' })).toEqual([]);
});

describe('the mailing list', () => {
  test.each([
    ['  Mira@Alder.EXAMPLE ', 'mira@alder.example'],
    ['<mira@alder.example>', 'mira@alder.example'],
    ['JavaScript:mira@alder.example', 'mira@alder.example'],
    ['data:vbscript:mira@alder.example', 'mira@alder.example'],
    ['<script>mira@alder.example', 'scriptmira@alder.example'],
  ])('cleans %j to %s', (text, clean) => expect(sanitizeMailingListInput(text)).toBe(clean));

  test('lets 3 attempts through in 60 s', () => {
    const now = 100_000;
    expect(mayTry([], now)).toBe(true);
    expect(mayTry([now - 59_999, now - 10, now], now)).toBe(false);
    expect(mayTry([now - 60_000, now - 10, now], now)).toBe(true);
    expect(recentAttempts([now - 60_000, now - 10], now)).toEqual([now - 10]);
  });
});
