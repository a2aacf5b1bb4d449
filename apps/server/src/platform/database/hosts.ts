import { isIPv6 } from 'node:net';

/** A possible database host, or the directory of its Unix socket. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 5432;

/**
 * Converts a URL with several hosts, as accepted by PostgreSQL's own tools (`postgresql://user@one:5432,two:5432/scout`), to a
 * valid URL: with `host` and `port` in the query. Any other text is returned unchanged.
 */
export function hostsInQuery(text: string): string {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)(.*)$/s.exec(text);
  if (!parts) return text;
  const [, before = '', list = '', after = ''] = parts;
  const places = list.split(',').map((one) => /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(one));
  if (places.some((place) => !place?.[1]) || !URL.canParse(`${before}host${after}`)) return text;
  const url = new URL(`${before}${places[0]![1]}${after}`);
  url.searchParams.set('host', places.map((place) => place![1]!.replace(/^\[|\]$/g, '')).join(','));
  url.searchParams.set('port', places.map((place) => place![2] || DEFAULT_PORT).join(','));
  return url.href;
}

/** The hosts of a connection string, in order. A single port applies to all hosts. */
export function placesOf(databaseUrl: string): readonly Place[] {
  const url = new URL(databaseUrl);
  const last = (name: string) => url.searchParams.getAll(name).at(-1);
  const hosts = (last('host') ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '')).split(',');
  const ports = (last('port') ?? url.port).split(',');
  return hosts.map((host, index) => ({
    host,
    port: Number((ports.length === 1 ? ports[0] : ports[index]) || DEFAULT_PORT),
  }));
}

/** The connection string with only one of its hosts. */
export function urlAt(databaseUrl: string, { host, port }: Place): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('port');
  url.searchParams.set('host', host);
  url.port = String(port);
  return url.href;
}

/** Display form. */
export const nameOf = ({ host, port }: Place): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`;

/** One sentence for the list of faults; undefined: the URL's hosts are valid. */
export function hostsProblem(databaseUrl: string): string | undefined {
  const { searchParams } = new URL(databaseUrl);
  const wanted = searchParams.get('target_session_attrs');
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary')
    return 'takes target_session_attrs=read-write alone (also when it is left out): Scout writes';
  const hosts = (searchParams.get('host') ?? '').split(',');
  const ports = (searchParams.get('port') ?? '').split(',');
  if (ports.length > 1 && ports.length !== hosts.length) return 'names another number of ports than of hosts';
  return undefined;
}
