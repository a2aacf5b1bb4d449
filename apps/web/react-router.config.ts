import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressBuild } from './compress.ts';
import { publicPaths } from './src/paths.ts';

/**
 * One build with two kinds of documents: public pages are prerendered; for every other path the server sends the shell of the
 * single page application.
 */
export default {
  appDirectory: 'src',
  ssr: false,
  prerender: [...publicPaths],
  buildEnd: ({ reactRouterConfig }) => compressBuild(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;
