const day = 24 * 60 * 60;
/** Browsers' limit for the life of a cookie. */
const deviceDays = 400;

/** The two cookies of sign-in: the session's token, and a random text that identifies a known browser. */
export interface Cookies {
  /** @param seconds how long the session lasts from now, unless it is used */
  session(token: string, seconds: number): string;
  device(value: string): string;
  /** Cookies that remove the session from a browser, under its present and its earlier name. */
  clearSession(): readonly string[];
  /** The session's token; `underOldName`: it came under the name used before `__Host-`. */
  readSession(header: string | undefined): { token: string; underOldName: boolean } | undefined;
  readDevice(header: string | undefined): string | undefined;
}

/**
 * Over HTTPS a name begins with `__Host-`: browsers take such a cookie from this very host alone, so no other host of the domain can
 * plant a session or a known browser of its own.
 * @param secure whether cookies may travel over HTTPS only
 */
export function createCookies(secure: boolean): Cookies {
  const prefix = secure ? '__Host-scout.' : 'scout.';
  const sessionName = `${prefix}session_token`;
  const oldSessionName = secure ? '__Secure-scout.session_token' : undefined;
  const deviceName = `${prefix}device`;
  const write = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`;
  return {
    session: (token, seconds) => write(sessionName, token, seconds),
    device: (value) => write(deviceName, value, deviceDays * day),
    clearSession: () => [sessionName, oldSessionName].flatMap((name) => (name ? [write(name, '', 0)] : [])),
    readSession(header) {
      const token = read(header, sessionName);
      if (token !== undefined) return { token, underOldName: false };
      const old = oldSessionName && read(header, oldSessionName);
      return old === undefined ? undefined : { token: old, underOldName: true };
    },
    readDevice: (header) => read(header, deviceName),
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
