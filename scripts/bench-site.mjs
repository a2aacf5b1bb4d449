import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import {
  become,
  ensureBuilt,
  ensureInstalled,
  environment,
  requireBootstrapNode,
  root,
  step,
} from './toolchain.mjs';

/** `npm run bench:site`: Lighthouse on the built site. Its packages are large and nobody else's, so they come with the first run. */
requireBootstrapNode();
const folder = join(root, 'bench', 'site', 'lighthouse');
try {
  await ensureInstalled();
  await ensureBuilt();
  if (!existsSync(join(folder, 'node_modules', 'lighthouse'))) {
    await step('Installing Lighthouse', 'npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
      cwd: folder,
    });
  }
  become(['bench/site/site.ts', ...process.argv.slice(2)], {
    env: { ...environment, CHROME_PATH: await findChromium() },
  });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
