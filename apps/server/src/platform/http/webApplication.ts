import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { contract } from '@scout/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nearestName } from '../config/nearestName.ts';
import { createPages } from './pages.ts';
import { Refusal } from './refusal.ts';
import type { SharedFiles } from './webFiles.ts';

/** The built web application on disk. */
export interface WebApplication {
  readonly root: string;
  /** Paths below root with `/`, such as `assets/app-3f2a.js`. */
  readonly files: ReadonlySet<string>;
  /** Text of the HTML files by name, as built. */
  readonly pages: ReadonlyMap<string, string>;
}

/** Pages that React Router writes for paths without prerendering, in order of preference. */
const fallbacks = ['__spa-fallback.html', 'index.html'];

/** Reads the build, or returns undefined without one. */
export async function readWebApplication(root: string): Promise<WebApplication | undefined> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    );
  if (!fallbacks.some((name) => files.includes(name))) return undefined;
  const html = files.filter((name) => name.endsWith('.html')).sort();
  const pages = await Promise.all(
    html.map(async (name) => [name, await readFile(join(root, name), 'utf8')] as const),
  );
  return { root, files: new Set(files), pages: new Map(pages) };
}

/**
 * Serves the built files: hashed assets cached forever, prerendered pages and the application's shell always revalidated. A missing
 * file is 404; any other path gets the shell, whose router knows the pages. Files that the build has compressed are sent compressed.
 * @param origin the address under which people reach this server; pages that name their own address name this
 * @param salesAddress the address that the pages offer for mail
 * @param sharedFile a hashed file of another version, for its pages
 */
export function registerWebApplication(
  app: FastifyInstance,
  web: WebApplication,
  origin: () => string,
  salesAddress: string,
  sharedFile: SharedFiles,
): void {
  app.register(fastifyStatic, { root: web.root, serve: false, cacheControl: false, preCompressed: true });
  const pages = createPages(web.pages, origin, salesAddress);
  const shell = fallbacks.find((name) => web.files.has(name))!;

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request);
    const file = [path, path === '' ? 'index.html' : `${path}/index.html`].find((name) =>
      web.files.has(name),
    );
    if (file === undefined && isProbe(path))
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(NO_PROBE);
    if (callFolders.has(path.split('/', 1)[0]!) || INBOX.test(path)) throw new Refusal('not_found');
    if (file === undefined && /\.[a-z0-9]+$/i.test(path)) {
      const shared = await sharedFile(path);
      if (!shared) throw new Refusal('not_found');
      return reply.header('cache-control', IMMUTABLE).type(shared.mediaType).send(shared.body);
    }
    if (file === undefined || web.pages.has(file)) return pages.send(file ?? shell, request, reply);
    reply.header('cache-control', file.startsWith('assets/') ? IMMUTABLE : 'no-cache');
    return reply.sendFile(file);
  }

  const options = { method: ['GET', 'HEAD'], config: { open: 'the web application' }, handler: serve };
  app.route({ ...options, url: '/' });
  app.route({ ...options, url: '/*' });
}

/** The answer at a misspelt probe's path. */
const NO_PROBE = 'Not found. The probes are /livez, /readyz and /health.\n';

/** Caching of hashed files: the content of a name never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The words that probes and collectors of metrics ask for, here and in other products. */
const PROBE_WORDS = [
  'health',
  'healthz',
  'healthcheck',
  'healthy',
  'heartbeat',
  'live',
  'livez',
  'liveness',
  'metrics',
  'ping',
  'ready',
  'readyz',
  'readiness',
  'startupz',
  'status',
];
/** A probe's path with more letters, such as `healthzz`, `health/live` or `-/ready`. No page begins like it. */
const PROBE = /^(?:-\/|_|actuator\/)?(?:health|heartbeat|live|metrics?|ping|ready|readi|startup|status)/i;

/** True for paths that a monitor asks for, also if misspelt: a page there would look healthy. */
const isProbe = (path: string) =>
  PROBE.test(path) || nearestName(path.toLowerCase(), PROBE_WORDS) !== undefined;

/** First segments of the calls' paths: a mistyped call is an error, not a page. */
const callFolders = new Set(
  Object.values(contract).map(({ '~orpc': { route } }) => route.path!.split('/')[1]!),
);
/** The inbox of mails, which many servers do not have. */
const INBOX = /^dev(?:\/inbox(?:\/.*)?)?$/;

/** The decoded path without leading and trailing slashes. */
function pathOf(request: FastifyRequest): string {
  try {
    return decodeURIComponent(request.url.split('?', 1)[0]!).replace(/^\/+|\/+$/g, '');
  } catch {
    throw new Refusal('not_found');
  }
}
