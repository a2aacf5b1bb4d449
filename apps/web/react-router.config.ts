import type { Config } from '@react-router/dev/config';

/** A single page app: the server answers every path it does not know with the prerendered shell. */
export default {
  appDirectory: 'src',
  ssr: false,
} satisfies Config;
