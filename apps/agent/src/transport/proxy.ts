import { readFile } from 'node:fs/promises';
import { ConnectionError } from './connectionError.ts';
import type { NetworkSettings } from './networkSettings.ts';
import { isLoopback } from './serverUrl.ts';

/** A proxy to use. */
export interface ChosenProxy {
  /** Without user and password. */
  readonly url: URL;
  /** Value of `proxy-authorization`; null without credentials. */
  readonly authorization: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a server; null: connect directly. A setting decides alone; without one `HTTPS_PROXY` (`HTTP_PROXY` for http) and
 * `NO_PROXY` do, which never apply to a server on this machine.
 * @throws {ConnectionError}
 */
export async function proxyFor(
  target: URL,
  settings: NetworkSettings,
  environment: Environment,
  fromPac: (pac: string, target: URL) => Promise<URL | null>,
): Promise<ChosenProxy | null> {
  const { proxy, proxyCredentials } = settings;
  if (proxy === 'none') return null;
  const credentials = proxyCredentials === undefined ? null : await credentialsIn(proxyCredentials);
  if (proxy?.startsWith('pac+')) {
    const url = await fromPac(proxy.slice('pac+'.length), target);
    return url && { url, authorization: credentials };
  }
  if (proxy !== undefined) return { url: new URL(proxy), authorization: credentials };
  const found = fromEnvironment(target, environment);
  if (found === null) return null;
  const { username, password } = found;
  const own =
    username === '' ? null : basic(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  found.username = '';
  found.password = '';
  return { url: found, authorization: credentials ?? own };
}

function fromEnvironment(target: URL, environment: Environment): URL | null {
  const name = target.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const text = environment[name] || environment[name.toUpperCase()];
  if (!text || isLoopback(target.hostname)) return null;
  if (isExcepted(target, environment.no_proxy || environment.NO_PROXY || '')) return null;
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new ConnectionError('proxy', `${name.toUpperCase()} is not the address of an http or https proxy`);
  return url;
}

/** True when a list like `NO_PROXY` has the server: `*`, a name with what is below it, or either with a port. */
export function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const effective = port || (protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      const bare = name.replace(/^\*?\./, '');
      return (wanted ?? effective) === effective && (hostname === bare || hostname.endsWith(`.${bare}`));
    });
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

async function credentialsIn(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new ConnectionError('proxy', `${path} cannot be read (${error.message})`, error);
  });
  const line = text.split(/\r?\n/, 1)[0]!;
  if (!line.includes(':'))
    throw new ConnectionError('proxy', `${path} must hold USER:PASSWORD in its first line`);
  return basic(line);
}
