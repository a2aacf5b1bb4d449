import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { step } from './toolchain.mjs';

const places = [
  process.env.SCOUT_TEST_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const find = () => places.find((path) => path && existsSync(path));

/** A Chromium to test in. On Debian, root may install one; anybody else is told how, in one line. */
export async function findChromium() {
  const found = find();
  if (found) return found;
  const apt = spawnSync('apt-get', ['--version']).status === 0;
  if (apt && process.getuid?.() === 0) {
    await step('Refreshing the package lists', 'apt-get', ['update', '-qq']);
    await step('Installing Chromium', 'apt-get', [
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      'chromium',
    ]);
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(
    apt
      ? 'No Chromium found: run "sudo apt-get install chromium", or set SCOUT_TEST_CHROMIUM to a Chrome or Chromium.'
      : 'No Chromium found: install Chrome or Chromium, or set SCOUT_TEST_CHROMIUM to its path.',
  );
}
