import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { salesAddressPlaceholder, siteAddressPlaceholder } from '@scout/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWebApplication, registerWebApplication } from './webApplication.ts';
import { toWireError } from './wireError.ts';

let folder: string;
let root: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-web-'));
  root = join(folder, 'client');
  await mkdir(join(root, 'assets'), { recursive: true });
  await mkdir(join(root, 'login'));
  await writeFile(join(root, 'index.html'), '<title>home</title>');
  await writeFile(join(root, '__spa-fallback.html'), '<title>shell</title>');
  await writeFile(join(root, 'login', 'index.html'), '<title>login</title>');
  await writeFile(
    join(root, 'privacy.html'),
    `<link rel="canonical" href="${siteAddressPlaceholder}/privacy"><a href="mailto:${salesAddressPlaceholder}">`,
  );
  await writeFile(
    join(root, 'contact.html'),
    `<p>First</p><p class="x">Write to <a href="mailto:${salesAddressPlaceholder}">us</a></p><p>Last</p>`,
  );
  await writeFile(join(root, 'assets', 'app-3f2a.js'), 'export {}');
  await writeFile(join(root, 'assets', 'app-3f2a.js.br'), 'as compressed by the build');
  await writeFile(join(folder, 'outside.txt'), 'outside');
  const web = await readWebApplication(root);
  app = Fastify();
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = toWireError(error, request.id);
    return reply.status(status).send(body);
  });
  const shared = async (path: string) =>
    path === 'assets/former-1.js'
      ? { mediaType: 'text/javascript; charset=utf-8', body: Buffer.from('export {}') }
      : undefined;
  registerWebApplication(app, web!, () => 'https://scout.example', 'sales@scout.example', shared);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = async (url: string) => {
  const { statusCode, body, headers } = await app.inject({ url });
  return { status: statusCode, body, cache: headers['cache-control'] };
};

describe('the web application', () => {
  it('answers for the hashed files of another version', async () => {
    expect(await get('/assets/former-1.js')).toEqual({
      status: 200,
      body: 'export {}',
      cache: 'public, max-age=31536000, immutable',
    });
  });

  it.each([
    ['/', '<title>home</title>'],
    ['/login', '<title>login</title>'],
    ['/login/?next=/dashboard', '<title>login</title>'],
    ['/dashboard/failed-logons', '<title>shell</title>'],
    ['/no/such/page', '<title>shell</title>'],
  ])('answers %s with its page, always revalidated', async (url, body) => {
    expect(await get(url)).toEqual({ status: 200, body, cache: 'no-cache' });
  });

  it('lets a hashed asset be cached forever', async () => {
    expect(await get('/assets/app-3f2a.js')).toEqual({
      status: 200,
      body: 'export {}',
      cache: 'public, max-age=31536000, immutable',
    });
  });

  it('sends a page compressed, and not again if it is unchanged', async () => {
    const first = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(first.rawPayload).toString()).toBe('<title>home</title>');
    const zipped = await app.inject({ url: '/', headers: { 'accept-encoding': 'br;q=0, gzip' } });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe('<title>home</title>');
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('sends an asset as the build compressed it', async () => {
    const asset = await app.inject({
      url: '/assets/app-3f2a.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(asset.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(asset.headers['content-type']).toMatch(/javascript/);
    expect(asset.body).toBe('as compressed by the build');
  });

  it('names its own address, which the build could not know', async () => {
    const { body } = await get('/privacy.html');
    expect(body).toBe(
      '<link rel="canonical" href="https://scout.example/privacy"><a href="mailto:sales@scout.example">',
    );
  });

  it.each([
    '/assets/gone-1.js',
    '/robots.txt',
    '/api/v1/nothing',
    '/rest',
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/assets/..%5c..%5coutside.txt',
  ])('answers %s with 404', async (url) => {
    const { status, body } = await get(url);
    expect([status, JSON.parse(body)]).toMatchObject([404, { code: 'not_found' }]);
  });

  it.each([
    '/metrics',
    '/metricsx',
    '/metric',
    '/healthz',
    '/healthzz',
    '/helthz',
    '/health/live',
    '/ready/',
    '/readyzz',
    '/redyz',
    '/livezz',
    '/livz',
    '/Healthz?verbose=1',
    '/-/healthy',
    '/actuator/health',
    '/ping',
    '/status.json',
  ])('answers %s, which a monitor may ask for, with 404 in text', async (url) => {
    const { statusCode, headers, body } = await app.inject({ url });
    expect([statusCode, headers['content-type'], body]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'Not found. The probes are /livez, /readyz and /health.\n',
    ]);
  });

  it('takes no page of the product for a probe', async () => {
    const source = readFileSync(join(import.meta.dirname, '../../../../web/src/paths.ts'), 'utf8');
    const pages = [...source.matchAll(/^ {2}\w+: '(\/[^']*)'/gm)].map(([, path]) => path!);
    expect(pages.length).toBeGreaterThan(30);
    for (const url of pages) expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 200]);
  });

  it('is absent where it was not built', async () => {
    expect(await readWebApplication(join(root, 'absent'))).toBeUndefined();
    expect(await readWebApplication(join(root, 'assets'))).toBeUndefined();
  });
});
