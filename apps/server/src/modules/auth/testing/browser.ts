import type { Session } from '@scout/contract';
import type { Inbox, ReceivedMail, TestServer } from '@scout/testkit';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of it
  readonly body: any;
  readonly headers: Headers;
}

/** A browser from the server's point of view: keeps cookies and the access token of the last response. */
export interface Browser {
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  get(path: string): Promise<Answer>;
  readonly token: string | undefined;
  readonly cookies: ReadonlyMap<string, string>;
}

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

export function openBrowser(
  server: { url: string },
  { userAgent = firefox, address }: { userAgent?: string; address?: string } = {},
): Browser {
  const cookies = new Map<string, string>();
  let token: string | undefined;

  async function send(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        'user-agent': userAgent,
        ...(address && { 'x-forwarded-for': address }),
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=');
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const answer = (await response.json()) as { session?: Session | null };
    if (answer.session) token = answer.session.access_token;
    return { status: response.status, body: answer, headers: response.headers };
  }

  return {
    send,
    post: (path, body = {}) => send('POST', path, body),
    get: (path) => send('GET', path),
    get token() {
      return token;
    },
    cookies,
  };
}

export const password = 'correct horse battery';

/** The body of a sign-up. */
export const signUpOf = (email: string, company_name: string, secret = password) => ({
  email,
  password: secret,
  data: { first_name: 'Ada', last_name: 'Berg', company_name },
});

export const signIn = (browser: Browser, email: string, secret = password) =>
  browser.post('/auth/v1/token?grant_type=password', { email, password: secret });

/** The confirmation page's request for a mail's code. */
export const byCode = (email: string, { code }: Pick<ReceivedMail, 'code'>) => ({
  email,
  token: code,
  type: 'signup',
});

/** The token in a mail's link. */
export const tokenOf = ({ link }: Pick<ReceivedMail, 'link'>) => new URL(link!).searchParams.get('token')!;

/** The confirmation page's request for a mail's link. */
export const byLink = (mail: Pick<ReceivedMail, 'link'>) => ({ token_hash: tokenOf(mail), type: 'signup' });

/** The next mail to this address with a matching subject; other mails are skipped. */
export async function mailAbout(inbox: Inbox, to: string, subject: RegExp): Promise<ReceivedMail> {
  for (;;) {
    const mail = await inbox.next(to);
    if (subject.test(mail.subject)) return mail;
  }
}

/** Verifies a domain and lets its people join immediately. */
export async function openDomain({ database }: Pick<TestServer, 'database'>, domain: string): Promise<void> {
  await database.asOwner((owner) =>
    owner.query(
      `UPDATE scout.organization_domains SET state = 'verified', method = 'dns', verified_at = now(), admission = 'active'
       WHERE domain = $1`,
      [domain],
    ),
  );
}

/** Signs up and confirms with the mailed code. */
export async function register(
  server: { url: string },
  inbox: Inbox,
  email: string,
  company: string,
): Promise<Browser> {
  const browser = openBrowser(server);
  const signedUp = await browser.post('/auth/v1/signup', signUpOf(email, company));
  if (signedUp.status !== 200) throw new Error(`${email}: ${JSON.stringify(signedUp.body)}`);
  const confirmed = await browser.post(
    '/auth/v1/verify',
    byCode(email, await mailAbout(inbox, email, /confirmation code/)),
  );
  if (confirmed.status !== 200) throw new Error(`${email}: ${JSON.stringify(confirmed.body)}`);
  return browser;
}
