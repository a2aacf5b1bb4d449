import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressBuild } from './compress.ts';
import { publicPaths } from './src/paths.ts';

/**
 * One build, two kinds of document: public pages are prerendered; every other path is answered by the server with the
 * shell of the single page application.
 */
export default {
  appDirectory: 'src',
  ssr: false,
  prerender: [...publicPaths],
  buildEnd: ({ reactRouterConfig }) => compressBuild(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;
