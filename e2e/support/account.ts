import { expect, type Page } from '@playwright/test';
import { clientOf, type TestClient } from '@scout/testkit/as';
import type { ReceivedMail } from '@scout/testkit/inbox';
import { holdScript } from './holdScript.ts';
import type { Scout } from './scout.ts';

/** A person who is, or is about to become, a user. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly email: string;
  readonly password: string;
}

let made = 0;

/** A person at a unique company and domain. */
export function newPerson(): Person {
  made += 1;
  const company = `Alder Health ${made}`;
  const email = `mira@alder-${made}.example`;
  return { firstName: 'Mira', lastName: 'Sato', company, email, password: `pw-${crypto.randomUUID()}` };
}

/** Another person at the domain of the first. */
export const colleagueOf = (person: Person, name = 'noor'): Person => ({
  ...person,
  firstName: 'Noor',
  lastName: 'Haddad',
  email: `${name}@${person.email.split('@')[1]}`,
});

/** Fills in the sign-up form field by field, like a person. */
export async function fillSignUp(page: Page, person: Person, { company = true } = {}): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  if (company) await page.getByLabel('Company name').fill(person.company);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
}

/** Signs up on the screen, and waits for the code page. */
export async function signUpOnScreen(page: Page, person: Person): Promise<void> {
  const goOn = await holdScript(page, 'Confirm');
  await page.goto('/register');
  await fillSignUp(page, person);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account was created' })).toBeVisible();
  await page.getByRole('link', { name: 'Enter the code' }).click();
  goOn();
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
}

export async function fillSignIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The next mail to this address with a matching subject; others are skipped. */
export async function mailAbout({ inbox }: Scout, to: string, subject: RegExp): Promise<ReceivedMail> {
  for (;;) {
    const mail = await inbox.next(to);
    if (subject.test(mail.subject)) return mail;
  }
}

/** The path and query of a mail's link to this server. */
export function pathOf({ link }: Pick<ReceivedMail, 'link'>, scout: Scout): string {
  const url = new URL(link ?? '');
  expect(url.origin).toBe(scout.url);
  return `${url.pathname}${url.search}`;
}

/** Signs up through the calls, leaving the address unconfirmed. */
export async function signUp(scout: Scout, person: Person): Promise<ReceivedMail> {
  await clientOf(scout).api.authSignup({
    email: person.email,
    password: person.password,
    data: { first_name: person.firstName, last_name: person.lastName, company_name: person.company },
  });
  return mailAbout(scout, person.email, /confirm/i);
}

/** Signs up and confirms through the calls. Resolves to a client that is signed in. */
export async function register(scout: Scout, person: Person): Promise<TestClient> {
  const { code } = await signUp(scout, person);
  const { session } = await clientOf(scout).api.authVerify({
    email: person.email,
    token: code ?? '',
    type: 'signup',
  });
  return clientOf(scout, session.access_token);
}

/** Signs in through the calls. */
export async function signedIn(scout: Scout, { email, password }: Person): Promise<TestClient> {
  const { session } = await clientOf(scout).api.authToken({
    query: { grant_type: 'password' },
    body: { email, password },
  });
  return clientOf(scout, session.access_token);
}
