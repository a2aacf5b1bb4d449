import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { contractRoutes } from './contractRoutes.ts';
import { listChunks } from './listChunks.ts';
import { scriptGroups } from './scriptGroups.ts';

/** Proxy target of `react-router dev` for calls; set by `npm run dev`. */
const server = process.env.SCOUT_API_URL ?? 'http://127.0.0.1:8080';
const calls = [
  '/auth',
  '/rest',
  '/api',
  '/functions',
  '/rpc',
  '/releases',
  '/.well-known',
  '/openapi.json',
  '/health',
  '/livez',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/dev/inbox',
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), contractRoutes(), listChunks(join(import.meta.dirname, '../..'))],
  server: { proxy: Object.fromEntries(calls.map((path) => [path, { target: server, xfwd: true }])) },
  // Scanned before the first page loads, so that `npm run dev` does not reload it.
  optimizeDeps: { entries: ['src/**/*.tsx', '!src/routes.tsx'] },
  // Nothing inlined: the content security policy does not permit data: fonts.
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 900, reportCompressedSize: false },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: scriptGroups() } } } } },
  },
});
