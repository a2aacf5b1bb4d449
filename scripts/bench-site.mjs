import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from './testTools.mjs';
import {
  become,
  ensureBuilt,
  ensureInstalled,
  environment,
  requireBootstrapNode,
  root,
  step,
} from './toolchain.mjs';

/** `npm run bench:site`: Lighthouse on the built site. Its large packages are used only here, so they are installed by the first run. */
requireBootstrapNode();
const folder = join(root, 'bench', 'site', 'lighthouse');
try {
  await ensureInstalled();
  await ensureBuilt();
  const chromium = findTool('chromium');
  if (!chromium) {
    throw new Error(
      'No Chromium found: run "npm run test:tools -- --install" as root on Debian, or set SCOUT_TEST_CHROMIUM to a Chrome or Chromium.',
    );
  }
  if (!existsSync(join(folder, 'node_modules', 'lighthouse'))) {
    await step('Installing Lighthouse', 'npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
      cwd: folder,
    });
  }
  become(['bench/site/site.ts', ...process.argv.slice(2)], {
    env: { ...environment, CHROME_PATH: chromium },
  });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
