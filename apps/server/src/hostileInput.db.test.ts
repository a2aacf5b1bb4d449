import { accessKinds, type CallName, contract, type ErrorBody, errors } from '@scout/contract';
import { startServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requests } from './testing/requests.ts';
import { type CallerKind, createWorld, json, type World } from './testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld(await startServer());
});
afterAll(() => world.server.stop());

const names = Object.keys(contract) as CallName[];
const callOf = (name: CallName) => contract[name]['~orpc'];
const accessOf = (name: CallName) => accessKinds[callOf(name).meta.access];

/** Requests with one fault each, applicable to any call. */
function wrongRequests(name: CallName): [fault: string, path: string, init: RequestInit][] {
  const { method = 'GET', path: pattern = '/' } = callOf(name).route;
  const path = pattern.replaceAll(/\{\w+\}/g, 'none');
  const garbled = `${path}?limit=-1&from=never&tenant_id=none&tz=Nowhere&rule=none&before=x`;
  if (method === 'GET') return [['a query', garbled, {}]];
  const typed = (type: string, body: string): RequestInit => ({
    method,
    headers: { 'content-type': type },
    body,
  });
  return [
    ['a query', garbled, { method }],
    ['no fields', path, json(method, {})],
    ['fields of the wrong type', path, json(method, { email: 1, id: [], data: 'x', confirm: {} })],
    ['a body that is no object', path, json(method, [])],
    ['broken JSON', path, typed('application/json', '{')],
    ['another content type', path, typed('application/x-www-form-urlencoded', 'a=b')],
    ['a body that is too large', path, typed('application/json', JSON.stringify('x'.repeat(70_000)))],
  ];
}

const answerOf = async (kind: CallerKind, path: string, init: RequestInit) => {
  const response = await world.clients[kind].request(path, init);
  const { code } = (await response.json()) as ErrorBody;
  return { status: response.status, code };
};

describe('an unauthorized caller is told so, whatever is wrong with the request', () => {
  it.each(names.filter((name) => accessOf(name).proof !== 'none'))('%s: 401', async (name) => {
    for (const [fault, path, init] of wrongRequests(name)) {
      expect((await answerOf('visitor', path, init)).status, fault).toBe(401);
    }
  });

  it.each(names.filter((name) => accessOf(name).membership))('%s: 403', async (name) => {
    const requests = wrongRequests(name).filter(([, , { body }]) => !body || isObject(body));
    const { admin, subscribed } = accessOf(name);
    for (const [fault, path, init] of requests) {
      expect(await answerOf('outsider', path, init), fault).toEqual({ status: 403, code: 'no_organization' });
      if (admin) expect((await answerOf('member', path, init)).code, fault).toBe('admin_required');
      if (subscribed) {
        expect((await answerOf('unsubscribed', path, init)).code, fault).toBe('subscription_required');
      }
    }
  });
});

/** Bodies that the parser accepts; others are refused before the organization is looked up. */
const isObject = (body: RequestInit['body']) => typeof body === 'string' && /^\{.*\}$/.test(body);

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Record<string, JsonSchema>;
  readonly items?: JsonSchema;
  readonly anyOf?: JsonSchema[];
  readonly oneOf?: JsonSchema[];
}

/** Paths to every field of a schema that may hold or accept a text. */
function fieldsOf(schema: JsonSchema): string[][] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(fieldsOf);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    fieldsOf(field).map((path) => [name, ...path]),
  );
  const items = schema.items ? fieldsOf(schema.items).map((path) => ['0', ...path]) : [];
  const isLeaf = !schema.properties && !schema.items && inner.length === 0;
  return isLeaf ? [[]] : [...inner, ...fields, ...items];
}

/** A copy of a body with a text in the field at a path. */
function withField(body: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  if (name === '0') {
    const list = Array.isArray(body) ? body : [];
    return [withField(list[0], rest, text), ...list.slice(1)];
  }
  const object = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return { ...object, [name]: withField(object[name], rest, text) };
}

const parsed = names.filter((name) => !callOf(name).meta.raw);
const callerFor = (name: CallName): CallerKind => {
  const { proof } = accessOf(name);
  return proof === 'agent' || proof === 'operator' ? proof : 'admin';
};

/** Fields of the call's alternative input form, unused by the request here: they are dropped unread. */
const unread = new Set(['acceptInvitation.email', 'acceptInvitation.org', 'authVerify.token_hash']);

describe('text that the database cannot store is refused with a message', () => {
  it.each(parsed)('%s', async (name) => {
    const { route, inputSchema } = callOf(name);
    const schema = z.toJSONSchema(inputSchema as z.ZodType, {
      io: 'input',
      unrepresentable: 'any',
    }) as JsonSchema;
    const parts = route.inputStructure === 'detailed' ? (schema.properties ?? {}) : undefined;
    const inPath = [...(route.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, param]) => param!);
    const reads = route.method === 'GET';
    const queryFields = parts ? fieldsOf(parts.query ?? {}) : reads ? fieldsOf(schema) : [];
    const bodyFields = parts ? fieldsOf(parts.body ?? {}) : reads ? [] : fieldsOf(schema);
    const client = world.clients[callerFor(name)];
    const outcome = async (path: string, init?: RequestInit) => {
      const response = await client.request(path, init);
      const { code, message } = (await response.json()) as ErrorBody;
      // The call's own rule for the field may reject it first.
      return { status: response.status, code, explained: message !== errors.invalid_input.message };
    };
    const refused = { status: 400, code: 'invalid_input', explained: true };

    const { path, init } = await requests[name](world);
    const [bare = '', query = ''] = path.split('?');
    for (const [field] of queryFields.filter((names) => names.length === 1)) {
      if (inPath.includes(field!)) continue;
      const search = new URLSearchParams(query);
      search.set(field!, `${search.get(field!) ?? ''}\0`);
      expect(await outcome(`${bare}?${search}`, init), field).toEqual(refused);
    }
    for (const field of bodyFields) {
      if (field.length === 0 || inPath.includes(field[0]!)) continue;
      for (const text of ['a\0', '\ud800']) {
        const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
        const changed = json(route.method!, withField(body, field, text));
        const result = await outcome(path, changed);
        const place = field.join('.');
        if (unread.has(`${name}.${place}`)) expect(result.status, place).toBeLessThan(500);
        else expect(result, place).toEqual(refused);
      }
    }
    if (inPath.length > 0) {
      const garbled = (route.path ?? '').replaceAll(/\{\w+\}/g, 'x%00');
      const search = query === '' ? '' : `?${query}`;
      expect(await outcome(`${garbled}${search}`, { method: route.method! })).toEqual(refused);
    }
  });

  it.each([
    '/%00',
    '/index%00.html',
    '/?x=%00',
    '/health?x=%00',
    '/releases/latest/linux/%00',
    '/releases/latest/%00/x',
    '/releases/configured/%00/x',
    '/dev/inbox/%00',
    '/dev/inbox/%00/html',
    '/.well-known/%00',
  ])('GET %s is no server failure', async (path) => {
    expect((await fetch(`${world.server.url}${path}`)).status).toBeLessThan(500);
  });
});
