import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { OpenAPIGenerator } from '@orpc/openapi';
import { contract } from '@scout/contract';
import { startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fastifyPath } from './modules/auth/calling/routes.ts';

interface Registered {
  readonly name: string;
  readonly open: string | undefined;
}

const registered: Registered[] = [];
let server: TestServer;

beforeAll(async () => {
  server = await startServer({
    onRoute: ({ method, url, config }) => {
      for (const each of [method].flat()) registered.push({ name: `${each} ${url}`, open: config?.open });
    },
  });
});
afterAll(() => server.stop());

const declared = new Map(
  Object.values(contract).map(({ '~orpc': call }) => [
    `${call.route.method} ${fastifyPath(call.route.path ?? '')}`,
    call,
  ]),
);

describe('registered routes', () => {
  it('are each a call of the contract with schemas and access, or declared open with a reason', () => {
    expect(registered.length).toBeGreaterThan(declared.size);
    for (const { name, open } of registered) {
      const call = declared.get(name);
      if (call) {
        expect(call.inputSchema, name).toBeDefined();
        expect(call.outputSchema, name).toBeDefined();
        expect(call.meta.access, name).toBeTruthy();
        expect(open, `${name} is a call and must not be declared open`).toBeUndefined();
      } else {
        expect(open, `${name} is no call of the contract`).toBeTruthy();
      }
    }
  });

  it('cover the contract, each once', () => {
    const names = registered.map(({ name }) => name);
    expect(names.filter((name) => declared.has(name)).sort()).toEqual([...declared.keys()].sort());
  });

  it('open to everyone are exactly these', () => {
    const open = registered.filter((route) => route.open).map(({ name }) => name);
    const pages = ['GET /', 'HEAD /', 'GET /*', 'HEAD /*'];
    const inbox = [
      'GET /dev/inbox',
      'GET /dev/inbox/:id',
      'GET /dev/inbox/:id/html',
      'POST /dev/inbox/delete',
      'POST /dev/inbox/:id/delete',
    ];
    const releases = [
      '/releases/latest/manifest.json',
      '/releases/latest/manifest.json.sig',
      '/releases/latest/keys.json',
      '/releases/latest/:platform/:file',
      '/releases/release-key.pem',
      '/releases/configured/:ticket/:file',
    ].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]);
    const siteFiles = ['GET /robots.txt', 'GET /sitemap.xml', 'GET /.well-known/security.txt'];
    const unsubscribe = ['alerts', 'reports'].flatMap((mails) => [
      `GET /${mails}/unsubscribe`,
      `POST /${mails}/unsubscribe`,
    ]);
    const probes = ['GET /livez', 'GET /readyz'];
    expect(open.filter((name) => !pages.includes(name)).sort()).toEqual(
      [
        'GET /openapi.json',
        'GET /scout.schema.json',
        ...siteFiles,
        ...releases,
        ...inbox,
        ...unsubscribe,
        ...probes,
      ].sort(),
    );
  });
});

describe('answers', () => {
  const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    get(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  it.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/rest/v1/'],
    ['GET', '/operator'],
    ['GET', '/auth/v1/%zz'],
    ['DELETE', '/rest/v1/tenants'],
    ['POST', '/'],
  ])('%s %s is 404 in our form', async (method, path) => {
    const response = await get(path, { method });
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({
      code: path.includes('%zz') ? 'invalid_input' : 'not_found',
    });
  });

  it('is invalid_json for a body that is not JSON or would change prototypes', async () => {
    for (const body of [
      '{',
      '',
      '{"__proto__": {"admin": true}}',
      '{"a": {"constructor": {"prototype": {}}}}',
    ]) {
      const response = await post('/auth/v1/token?grant_type=password', body);
      expect([response.status, await response.json()], body).toMatchObject([400, { code: 'invalid_json' }]);
    }
  });

  it('is in our form even when the request itself is malformed', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.end('GET / HTTP/1.1\r\nbad header\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({
      code: 'invalid_input',
      message: 'The request is not valid.',
    });
  });

  it('has no body for HEAD, even when the request itself is malformed', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.end(`HEAD /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: scout.example\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer.split('\r\n\r\n')[1]).toBe('');
  });

  it('is 413 for a body over the limit and 415 for another type', async () => {
    const large = await post(
      '/auth/v1/token?grant_type=password',
      JSON.stringify({ email: 'x'.repeat(70_000) }),
    );
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'body_too_large' }]);
    const form = await post('/auth/v1/token?grant_type=password', 'email=a', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([form.status, await form.json()]).toMatchObject([415, { code: 'unsupported_media_type' }]);
  });

  it('is 413 even for a client that is still sending, and the connection stays usable', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const [size, chunk] = [4 * 1024 * 1024, Buffer.alloc(64 * 1024, 'x')];
    const head = (start: string) => `${start} HTTP/1.1\r\nhost: scout.example\r\n`;
    socket.write(
      `${head('POST /auth/v1/token?grant_type=password')}content-type: application/json\r\ncontent-length: ${size}\r\n\r\n`,
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
    for (let sent = 0; sent < size; sent += chunk.length) {
      await new Promise<void>((resolve, reject) =>
        socket.write(chunk, (error) => (error ? reject(error) : resolve())),
      );
    }
    socket.write(`${head('GET /health')}connection: close\r\n\r\n`);
    expect(await text(socket)).toContain('HTTP/1.1 200 ');
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.scout.example' },
    { 'sec-fetch-site': 'cross-site' },
  ])('changes nothing for %j', async (headers) => {
    const response = await post('/auth/v1/logout', '{}', headers);
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'cross_site' }]);
  });

  it('accepts our own pages, programs, and reads', async () => {
    for (const headers of [
      {},
      { origin: server.url },
      { 'sec-fetch-site': 'same-origin', origin: server.url },
      // A form on a page without referrers.
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      { 'sec-fetch-site': 'none' },
    ]) {
      expect((await post('/auth/v1/logout', '{}', headers)).status, JSON.stringify(headers)).toBe(200);
    }
    expect((await get('/health', { headers: { origin: 'https://evil.example' } })).status).toBe(200);
  });

  it('accepts the origin that a proxy passes on, and the configured one', async () => {
    await using behind = await startServer({
      database: server.database,
      config: { publicUrl: 'https://scout.example' },
    });
    const logout = async (headers: Record<string, string>) => {
      const response = await fetch(`${behind.url}/auth/v1/logout`, { method: 'POST', headers });
      return response.status;
    };
    expect(await logout({ origin: 'https://scout.example' })).toBe(200);
    expect(
      await logout({
        origin: 'https://eu.scout.example',
        'x-forwarded-host': 'eu.scout.example',
        'x-forwarded-proto': 'https',
      }),
    ).toBe(200);
    expect(await logout({ origin: 'http://scout.example' })).toBe(403);
    expect(await logout({ origin: 'https://scout.example.evil.example' })).toBe(403);
  });

  it.each([
    ['http://evil.example/health', 200],
    ['HTTP://evil.example/health?x=1', 200],
    ['https://evil.example/auth/v1/user', 401],
    ['http://evil.example/api/v1/nothing', 404],
    ['http:///health', 400],
  ])('GET %s is %i', async (target, status) => {
    expect(await answerTo(target)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it.each(['ftp://evil.example/health', '//evil.example/health'])('GET %s is not a call', async (target) => {
    // With a built web app the response is a not-found page, otherwise a not-found path.
    expect(await answerTo(target)).toMatch(/^HTTP\/1.1 (404 |200 [\s\S]*\r\ncontent-type: text\/html)/i);
  });

  /** The response to a GET with an unmodified target. */
  function answerTo(target: string): Promise<string> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${target} HTTP/1.1\r\nhost: scout.example\r\nconnection: close\r\n\r\n`);
    return text(socket);
  }

  it('hides the details of a failure and logs them under the request id', async () => {
    const { pool } = server.context;
    const connect = pool.connect;
    pool.connect = () => Promise.reject(new Error('relation "inside" broke'));
    const headers = { authorization: `Bearer ${server.operatorToken}` };
    const response = await get('/operator/v1/tenants', { headers });
    pool.connect = connect;
    const id = response.headers.get('x-request-id');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: 'internal',
      message: `Something went wrong on our side. Request ${id}.`,
    });
    expect(server.logLines.find((line) => line.includes('relation \\"inside\\" broke'))).toContain(
      String(id),
    );
  });

  it('reports liveness and readiness on probes, and why it is not ready', async () => {
    expect(await (await get('/livez')).json()).toEqual({ status: 'ok' });
    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    expect(ready.headers.get('cache-control')).toBe('no-store');
    expect(await ready.json()).toEqual({
      status: 'ok',
      database: 'ok',
      migrations: 'ok',
      disk: 'ok',
      ingest: 'ok',
      queue: 'ok',
    });
    const { pool } = server.context;
    const query = pool.query;
    pool.query = () => Promise.reject(new Error('it is gone'));
    // The answer of the last second is used again.
    await expect.poll(async () => (await get('/readyz')).status, { timeout: 20_000 }).toBe(503);
    const unready = await get('/readyz');
    pool.query = query;
    expect(unready.status).toBe(503);
    expect(await unready.json()).toMatchObject({
      status: 'unavailable',
      database: 'unavailable',
      disk: 'ok',
    });
  });

  it('has strict headers and is never cached unless it says so', async () => {
    const { headers } = await get('/health');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  it('requires HTTPS where users come by HTTPS', async () => {
    await using secure = await startServer({
      database: server.database,
      config: { publicUrl: 'https://scout.example' },
    });
    const { headers } = await fetch(`${secure.url}/health`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
  });

  it('lists every call in the OpenAPI document, with errors and access', async () => {
    const document = (await (await get('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { responses: object; security: unknown[] }>>;
    };
    for (const { '~orpc': call } of Object.values(contract)) {
      const operation = document.paths[call.route.path!]?.[call.route.method!.toLowerCase()];
      expect(operation?.responses, `${call.route.method} ${call.route.path}`).toHaveProperty('200');
      const open = call.meta.access === 'visitor';
      const { scope } = call.meta;
      expect(operation?.security).toHaveLength(open ? 0 : scope === null ? 1 : 2);
      if (scope !== null) expect(operation?.security[1]).toEqual({ apiToken: [scope] });
      if (!open) expect(operation?.responses).toHaveProperty('401');
    }
  });

  it('builds the OpenAPI document once, and does not resend an unchanged one', async () => {
    const generate = vi.spyOn(OpenAPIGenerator.prototype, 'generate');
    await using fresh = await startServer({ database: server.database });
    const ask = (headers: Record<string, string> = {}) => fetch(`${fresh.url}/openapi.json`, { headers });
    const answers = await Promise.all([ask(), ask(), ask({ 'accept-encoding': 'identity' })]);
    expect(generate).toHaveBeenCalledTimes(1);
    const [etag] = answers.map(({ headers }) => headers.get('etag'));
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    const again = await ask({ 'if-none-match': `"other", ${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200);
    generate.mockRestore();
  });
});
