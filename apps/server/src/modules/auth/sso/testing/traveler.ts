/** A browser that follows redirects between origins, with cookies for each. */
export interface Traveler {
  /** Follows redirects until a page, or until an address for which `until` is true. Returns the last address and response. */
  go(address: string, until?: (url: URL) => boolean): Promise<{ url: URL; response: Response | null }>;
  /** Sends JSON to Scout. */
  post(address: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Sends a form. */
  form(address: string, fields: Record<string, string>): Promise<Response>;
  /** Cookies of an origin, by name. */
  cookiesOf(origin: string): Map<string, string>;
}

/** Redirects of one journey. */
const MOST = 12;

export function createTraveler(): Traveler {
  const jars = new Map<string, Map<string, string>>();
  function cookiesOf(origin: string): Map<string, string> {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  }
  async function send(url: URL, init: RequestInit): Promise<Response> {
    const jar = cookiesOf(url.origin);
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...(cookie && { cookie }) };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line) || /Max-Age=0/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
  return {
    cookiesOf,
    async go(address, until = () => false) {
      let url = new URL(address);
      for (let n = 0; n < MOST; n++) {
        if (until(url)) return { url, response: null };
        const response = await send(url, {});
        const location = response.headers.get('location');
        if (location === null) return { url, response };
        url = new URL(location, url);
      }
      throw new Error(`More than ${MOST} redirects, the last to ${url}`);
    },
    post: (address, body, headers = {}) =>
      send(new URL(address), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    form: (address, fields) => send(new URL(address), { method: 'POST', body: new URLSearchParams(fields) }),
  };
}
