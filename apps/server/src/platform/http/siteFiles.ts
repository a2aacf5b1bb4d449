import { DAY } from '@scout/detection/time';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { WebApplication } from './webApplication.ts';

/** Directories of the application, where search engines would find only the sign-in screen. */
const privateFolders = [
  '/dashboard',
  '/settings',
  '/downloads',
  '/installation',
  '/dev',
  '/api',
  '/auth',
  '/rest',
  '/rpc',
];
const securityTxtDays = 180;

interface Site {
  readonly origin: () => string;
  readonly clock: Clock;
  /** Undefined when the web application was not built. */
  readonly web: WebApplication | undefined;
}

/** Files requested by crawlers and scanners; each contains this server's own address. */
export function registerSiteFiles(app: FastifyInstance, { origin, clock, web }: Site): void {
  const open = (what: string) => ({ config: { open: what } });

  app.get('/robots.txt', open('what search engines may read'), async (_request, reply) => {
    const lines = ['User-agent: *', ...privateFolders.map((folder) => `Disallow: ${folder}`)];
    return reply
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n\nSitemap: ${origin()}/sitemap.xml\n`);
  });

  app.get('/sitemap.xml', open('the public pages, for search engines'), async (_request, reply) => {
    const urls = publicPaths(web).map((path) => `  <url><loc>${origin()}${path}</loc></url>`);
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      );
  });

  app.get(
    '/.well-known/security.txt',
    open('where to report a weakness, RFC 9116'),
    async (_request, reply) => {
      const expires = new Date(clock.now() + securityTxtDays * DAY).toISOString().replace(/\.\d+Z$/, 'Z');
      const lines = [
        `Contact: ${origin()}/contact`,
        `Expires: ${expires}`,
        'Preferred-Languages: en',
        `Canonical: ${origin()}/.well-known/security.txt`,
      ];
      return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
    },
  );
}

/** Paths of prerendered pages for search engines: `/`, then by name. */
function publicPaths(web: WebApplication | undefined): string[] {
  return [...(web?.pages ?? [])]
    .filter(
      ([name, html]) => /(^|\/)index\.html$/.test(name) && !/<meta name="robots" content="noindex/.test(html),
    )
    .map(([name]) => `/${name.replace(/\/?index\.html$/, '')}`)
    .sort();
}
