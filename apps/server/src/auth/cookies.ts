const day = 24 * 60 * 60;
/** The longest that browsers keep a cookie. */
const deviceDays = 400;

/** The two cookies of sign-in: the session's token, and a random text by which a browser is known again. */
export interface Cookies {
  /** @param seconds how long the session lasts from now, unless it is used */
  session(token: string, seconds: number): string;
  device(value: string): string;
  clearSession(): string;
  readSession(header: string | undefined): string | undefined;
  readDevice(header: string | undefined): string | undefined;
}

/** @param secure whether cookies may travel over HTTPS only */
export function createCookies(secure: boolean): Cookies {
  const prefix = secure ? '__Secure-scout.' : 'scout.';
  const sessionName = `${prefix}session_token`;
  const deviceName = `${prefix}device`;
  const write = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`;
  return {
    session: (token, seconds) => write(sessionName, token, seconds),
    device: (value) => write(deviceName, value, deviceDays * day),
    clearSession: () => write(sessionName, '', 0),
    readSession: (header) => read(header, sessionName),
    readDevice: (header) => read(header, deviceName),
  };
}

/** Our values are 43 base64url characters; anything else is none. */
function read(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    if (key === name && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}
