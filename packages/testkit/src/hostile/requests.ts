import { type CallName, contract } from '@scout/contract';
import type { Random } from '@scout/detection/simulation/random';
import type { z } from 'zod';
import { HOSTILITY, hostileText, hostileValue, type Pool, valueFor } from './values.ts';

/** A request to send, without its caller's proof. */
export interface HostileRequest {
  /** A call of the contract, or another request. */
  readonly name: string;
  readonly method: string;
  /** Already encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer | undefined;
}

export const callNames = (Object.keys(contract) as CallName[]).filter((name) => name !== 'ingestEvents');

/** Fields that lock everybody out of the organization, after which only refusals would be tested: rarely sent. */
const SHUTTING_OUT: Readonly<Partial<Record<CallName, readonly string[]>>> = {
  tenantsUpdate: ['requires_second_factor'],
  operatorTenantsUpdate: ['is_subscribed'],
  operatorQuotasUpdate: [
    'events_per_second',
    'bytes_per_day',
    'agent_events_per_second',
    'agent_bytes_per_day',
  ],
};

/** A request of a call, from valid to hostile. */
export function callRequest(name: CallName, random: Random, pool: Pool): HostileRequest {
  const { route, inputSchema } = contract[name]['~orpc'];
  const hostility = random.pick(Object.values(HOSTILITY));
  const input = inputSchema === undefined ? {} : valueFor(inputSchema as z.ZodType, random, pool, hostility);
  if (!random.chance(0.02)) for (const field of SHUTTING_OUT[name] ?? []) delete recordOf(input)[field];
  const parts = partsOf(input, route.inputStructure === 'detailed', route.method!, route.path!);
  const path = route.path!.replace(/\{([^}]+)\}/g, (_, key: string) => segment(parts.params[key], random));
  const hasBody = route.method !== 'GET' && !(route.method === 'DELETE' && parts.body === undefined);
  return {
    name,
    method: route.method!,
    path: path + queryOf(parts.query, random, hostility),
    headers: {
      ...(hasBody && { 'content-type': random.chance(0.97) ? 'application/json' : random.pick(MEDIA_TYPES) }),
      ...headersOf(parts.headers),
      ...(random.chance(0.1) && oddHeaders(random)),
    },
    body: hasBody ? bodyOf(parts.body, random, hostility) : undefined,
  };
}

const MEDIA_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
];

interface Parts {
  readonly params: Record<string, unknown>;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

function partsOf(input: unknown, detailed: boolean, method: string, path: string): Parts {
  const fields = { ...recordOf(input) };
  if (detailed)
    return {
      params: recordOf(fields.params),
      query: fields.query,
      headers: fields.headers,
      body: fields.body,
    };
  const params: Record<string, unknown> = {};
  for (const [, key] of path.matchAll(/\{([^}]+)\}/g)) {
    params[key!] = fields[key!];
    delete fields[key!];
  }
  const rest = typeof input === 'object' && input !== null && !Array.isArray(input) ? fields : input;
  return method === 'GET'
    ? { params, query: rest, headers: {}, body: undefined }
    : { params, query: {}, headers: {}, body: rest };
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

function segment(value: unknown, random: Random): string {
  if (random.chance(0.02))
    return random.pick(['..', '%2e%2e', '%00', '%c0%af', '%', '%zz', '.', '%2f', ';', '*']);
  return encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')) || '-';
}

function queryOf(query: unknown, random: Random, hostility: number): string {
  const pairs: string[] = [];
  for (const [key, value] of Object.entries(recordOf(query))) {
    const texts = Array.isArray(value) ? value.slice(0, 20) : [value];
    const name = random.chance(hostility / 4)
      ? `${encoded(key)}${random.pick(['[]', '[a]', '[0][b]', '[__proto__]', '['])}`
      : encoded(key);
    for (const text of texts)
      pairs.push(`${name}=${encoded(typeof text === 'string' ? text : (JSON.stringify(text) ?? ''))}`);
  }
  if (random.chance(hostility / 2))
    pairs.push(
      random.pick(['&&&', '=', '%', 'a=%zz', `x=${'y'.repeat(5_000)}`, '__proto__[a]=1', 'limit=1&limit=2']),
    );
  return pairs.length === 0 ? '' : `?${pairs.join('&').slice(0, 12_000)}`;
}

/** A text as part of an address; lone surrogates cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.slice(0, 4_000).toWellFormed());

function headersOf(headers: unknown): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [key, value] of Object.entries(recordOf(headers))) {
    if (/^[a-z-]+$/.test(key) && value !== undefined) given[key] = headerText(String(value));
  }
  return given;
}

/** Characters that Node allows in a header. */
const headerText = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 4_000);

function oddHeaders(random: Random): Record<string, string | string[]> {
  return {
    [random.pick([
      'x-forwarded-for',
      'cookie',
      'if-none-match',
      'accept',
      'accept-encoding',
      'origin',
      'referer',
      'range',
      'x-request-id',
      'content-encoding',
      'accept-language',
      'user-agent',
    ])]: random.chance(0.3)
      ? [headerText(hostileText(random)), headerText(hostileText(random))]
      : random.pick([
          headerText(hostileText(random)),
          '::ffff:999.1.1.1',
          'gzip;q=x, br;q=1e9',
          'bytes=0-,5-9',
          '*',
          'null',
        ]),
  };
}

function bodyOf(body: unknown, random: Random, hostility: number): Buffer {
  const json = JSON.stringify(body === undefined ? {} : body) ?? '';
  if (!random.chance(hostility / 3)) return Buffer.from(json);
  switch (random.below(7)) {
    case 0:
      return Buffer.from(json.slice(0, random.below(json.length + 1)));
    case 1:
      return Buffer.from(`[`.repeat(30_000));
    case 2:
      return Buffer.from(`{"a":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_001)}`);
    case 3:
      return Buffer.alloc(70_000, 0x20);
    case 4:
      return Buffer.from(JSON.stringify(hostileValue(random)) ?? '');
    case 5:
      return Buffer.from(json.replace('{', '{"__proto__":{"x":1},"a":1,"a":2,'));
    default: {
      const bytes = Buffer.from(json);
      if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
    }
  }
}

const ADDRESSES = [
  '/',
  '/openapi.json',
  '/health',
  '/robots.txt',
  '/sitemap.xml',
  '/assets/x.js',
  '/releases/',
  '/releases/release-key.pem',
  '/login',
  '/dashboard',
  '/dev/inbox',
  '/api/v1/releases/latest',
];
const TRICKS = [
  '//',
  '/..',
  '/%2e%2e/',
  '/%00',
  '/%c0%af',
  '/;/',
  '?',
  '/.',
  '/%',
  '/%zz',
  '/%2f%2f',
  '\\',
  '/~',
  '/%ff%fe',
  '/*',
];

/** A request outside the contract: pages, files, and suspicious paths. */
export function otherRequest(random: Random): HostileRequest {
  const tricks = Array.from({ length: random.below(4) }, () => random.pick(TRICKS)).join('');
  const path = random.pick([
    random.pick(ADDRESSES),
    random.pick(ADDRESSES) + tricks,
    tricks + random.pick(ADDRESSES),
    `http://${random.pick(['evil.example', '127.0.0.1', '[::1'])}${random.pick(ADDRESSES)}`,
    `/${encoded(hostileText(random))}`,
    `/releases/${encoded(hostileText(random))}`,
  ]);
  return {
    name: 'other',
    method: random.pick([
      'GET',
      'GET',
      'GET',
      'HEAD',
      'POST',
      'OPTIONS',
      'PUT',
      'PATCH',
      'DELETE',
      'TRACE',
      'PROPFIND',
    ]),
    path: /^(?:\/|http:)/.test(path) ? path : `/${path}`,
    headers: random.chance(0.3) ? oddHeaders(random) : {},
    body: undefined,
  };
}
