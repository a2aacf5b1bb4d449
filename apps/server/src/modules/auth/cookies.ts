import { limits } from '@scout/contract';

const day = 24 * 60 * 60;
/** Browsers' limit for the life of a cookie. */
const deviceDays = 400;

/** The cookies of sign-in: the session token, and random texts that identify a known browser and one that is at a provider. */
export interface Cookies {
  /** @param seconds remaining lifetime of the session without use */
  session(token: string, seconds: number): string;
  device(value: string): string;
  /** Binds sign-ins at an identity provider to the browser that began them. */
  signOn(value: string): string;
  /** Binds sign-ins with a passkey to the browser that began them. */
  passkey(value: string): string;
  /** Removes the session from a browser. */
  clearSession(): string;
  readSession(header: string | undefined): string | undefined;
  readDevice(header: string | undefined): string | undefined;
  readSignOn(header: string | undefined): string | undefined;
  readPasskey(header: string | undefined): string | undefined;
}

/**
 * Over HTTPS a name begins with `__Host-`: browsers accept such a cookie only from this exact host, so that no other host of the
 * domain can plant a session or a known browser.
 * @param secure true if cookies may travel only over HTTPS
 */
export function createCookies(secure: boolean): Cookies {
  const prefix = secure ? '__Host-scout.' : 'scout.';
  const sessionName = `${prefix}session_token`;
  const deviceName = `${prefix}device`;
  const signOnName = `${prefix}sign_on`;
  const passkeyName = `${prefix}passkey`;
  const write = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`;
  return {
    session: (token, seconds) => write(sessionName, token, seconds),
    device: (value) => write(deviceName, value, deviceDays * day),
    signOn: (value) => write(signOnName, value, limits.sso.attemptMinutes * 60),
    passkey: (value) => write(passkeyName, value, limits.passkeys.challengeSeconds),
    clearSession: () => write(sessionName, '', 0),
    readSession: (header) => read(header, sessionName),
    readDevice: (header) => read(header, deviceName),
    readSignOn: (header) => read(header, signOnName),
    readPasskey: (header) => read(header, passkeyName),
  };
}

/** Valid values are 43 base64url characters. */
function read(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    if (key === name && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}
