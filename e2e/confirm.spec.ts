import type { Request } from '@playwright/test';
import { clientOf } from '@scout/testkit/as';
import {
  fillSignIn,
  mailAbout,
  newPerson,
  pathOf,
  register,
  signUp,
  signUpOnScreen,
} from './support/account.ts';
import { expect, test } from './support/fixtures.ts';
import { goWithin } from './support/goWithin.ts';
import { holdScript } from './support/holdScript.ts';
import { signIn } from './support/signIn.ts';

const confirm = { name: 'Confirm email' };

test.describe('the code page', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('takes the newest code, for five minutes after a sign-up', async ({ page, scout }) => {
    const person = newPerson();
    await test.step('it is closed without a sign-up', async () => {
      await page.goto('/confirm?email=mira%40alder.example');
      await expect(page).toHaveURL('/register');
      await signUpOnScreen(page, person);
      await mailAbout(scout, person.email, /confirm/i);
    });

    await test.step('it takes six digits, typed or pasted, and nothing else', async () => {
      const code = page.getByLabel('Six-digit code');
      await expect(code).toBeFocused();
      await page.getByRole('button', confirm).click();
      await expect(page.getByRole('alert')).toHaveText('Enter your email and 6-digit code');
      await code.pressSequentially('a1-2 3b4567');
      await expect(code).toHaveValue('123456');
      await code.fill(' 98 76-54 ');
      await expect(code).toHaveValue('987654');
    });

    await test.step('it is closed five minutes after a sign-up', async () => {
      const signedUpAt = (ms: string) =>
        page.evaluate(`sessionStorage.setItem('confirm_gate_ts', String(${ms}))`);
      await signedUpAt('Date.now() - 301_000');
      await page.reload();
      await expect(page).toHaveURL('/register');
      await signedUpAt('Date.now()');
      await goWithin(page, `/confirm?${new URLSearchParams({ email: person.email })}`);
    });

    await test.step('the mail can be requested again after a wait, and only the newest code is valid', async () => {
      await expect(page.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
      await page.evaluate(`sessionStorage.removeItem('confirm_resend_ts')`);
      await page.reload();
      await page.getByRole('button', { name: 'Resend code' }).click();
      await expect(page.getByText('A new code is on its way. Use the newest one.')).toBeVisible();
      await expect(page.getByRole('button', { name: /Resend in \d+ s/ })).toBeDisabled();
      const { code } = await mailAbout(scout, person.email, /confirm/i);
      await page.getByLabel('Six-digit code').fill(code!);
      const goOn = await holdScript(page, 'Home');
      await page.getByRole('button', confirm).click();
      await expect(page).toHaveURL('/account-verified');
      goOn();
      await expect(page).toHaveURL('/dashboard');
    });
  });

  test('follows a sign-in before confirming, with a mailed code and without an error', async ({
    page,
    scout,
  }) => {
    const person = newPerson();
    await signUp(scout, person);
    await page.goto('/login');
    await fillSignIn(page, person);
    await expect(page).toHaveURL(`/confirm?${new URLSearchParams({ email: person.email })}`);
    await expect(page.getByRole('alert')).toHaveCount(0);
    const { code } = await mailAbout(scout, person.email, /confirm/i);
    await page.getByLabel('Six-digit code').fill(code!);
    await page.getByRole('button', confirm).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

test('confirmed on another device, the code page leads to the sign-in screen, with one notice for two checks', async ({
  page,
  scout,
}) => {
  const person = newPerson();
  await signUpOnScreen(page, person);
  const { link } = await mailAbout(scout, person.email, /confirm/i);
  const token_hash = new URL(link ?? '').searchParams.get('token') ?? '';
  await clientOf(scout).api.authVerify({ token_hash, type: 'signup' });
  const secondCheck = Promise.withResolvers<void>();
  const checks: Request[] = [];
  await page.route('/functions/v1/check-email-exists', async (route) => {
    checks.push(route.request());
    if (checks.length === 2) await secondCheck.promise;
    await route.continue();
  });
  const second = page.waitForEvent('requestfinished', (request) => request === checks[1]);
  await page.evaluate(`for (const each of [1, 2]) window.dispatchEvent(new Event('focus'))`);
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Email confirmed', { exact: true })).toBeVisible();
  await expect(page.getByText('Sign in to start using Scout')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  secondCheck.resolve();
  await second;
  // Any result of the second response.
  await page.waitForLoadState('networkidle');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await expect(page.getByText('Email confirmed')).toHaveCount(0);
  await fillSignIn(page, person);
  await expect(page).toHaveURL('/dashboard');
});

test('confirmed in another tab, the code page continues signed in', async ({ page, context, scout }) => {
  const person = newPerson();
  await signUpOnScreen(page, person);
  const other = await context.newPage();
  await other.goto(pathOf(await mailAbout(scout, person.email, /confirm/i), scout));
  await expect(other).toHaveURL('/dashboard');
  await page.bringToFront();
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
  await expect(page).toHaveURL('/dashboard');
});

test.describe('a link', () => {
  test.use({ expectedMessages: /status of 4(00|29)/ });

  test('is valid after five wrong codes, and once', async ({ page, scout }) => {
    const person = newPerson();
    await signUpOnScreen(page, person);
    const mail = await mailAbout(scout, person.email, /confirm/i);
    await test.step('after five wrong codes the right one is invalid, and the link still valid', async () => {
      const field = page.getByLabel('Six-digit code');
      const wrong = mail.code === '000000' ? '000001' : '000000';
      for (const code of [wrong, wrong, wrong, wrong, wrong, mail.code!]) {
        await field.fill(code);
        await page.getByRole('button', confirm).click();
        await expect(page.getByRole('alert')).toHaveText('Invalid or expired code');
        await expect(field).toHaveValue('');
        await expect(field).toBeFocused();
      }
    });

    await test.step('a link works once', async () => {
      const goOn = await holdScript(page, 'Home');
      await page.goto(pathOf(mail, scout));
      await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
      await expect(page.getByRole('timer')).toContainText(/Continuing in [0123] s/);
      goOn();
      await expect(page).toHaveURL('/dashboard');
      await goWithin(page, pathOf(mail, scout));
      await expect(page.getByRole('alert')).toHaveText('Email confirmation failed. Please try again.');
    });

    await test.step('a link without its parts is distinguished from one that failed', async () => {
      for (const query of ['', '?token=abc', '?token=abc&type=recovery', '?type=signup']) {
        await goWithin(page, '/no/such/page');
        await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
        await goWithin(page, `/email-confirmation${query}`);
        await expect(page.getByRole('alert')).toHaveText('Invalid confirmation link. Please try again.');
      }
    });
  });
});

test('an unconfirmed address is signed out at once, from a cached session too', async ({ page, scout }) => {
  const person = newPerson();
  await register(scout, person);
  await signIn(page, person);
  await page.goto('/settings');
  await expect(page).toHaveURL('/settings');
  await page.route('/auth/v1/session', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.user.email_confirmed_at = null;
    await route.fulfill({ response: answer, json: body });
  });
  const ended = page.waitForResponse('/auth/v1/logout');
  await page.reload();
  await expect(page).toHaveURL('/login');
  // A reload before the response would abort the request.
  await ended;
  await page.unroute('/auth/v1/session');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
});
