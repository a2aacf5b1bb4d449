import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretSettings } from '@scout/server/config/secretFiles';
import { settings } from '@scout/server/config/settings';
import { expect, it } from 'vitest';

const unit = join(import.meta.dirname, 'files/systemd/scout.service');

it('is closed to what Scout does not need, as systemd-analyze sees it', ({ skip }) => {
  const { status, error, stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--threshold=20', unit],
    { encoding: 'utf8' },
  );
  if (error || /unrecognized option/.test(stderr))
    skip('systemd-analyze of version 250 or newer is not here');
  const exposure = Number(/exposure level for scout\.service: ([\d.]+)/.exec(stdout)?.[1]);
  expect(exposure).toBeGreaterThan(0);
  expect(exposure).toBeLessThanOrEqual(2);
  expect(status).toBe(0);
});

it('names settings that there are, as the files for Docker and the environment do', () => {
  const known = new Set([...Object.keys(settings.shape), ...secretSettings.map((name) => `${name}_FILE`)]);
  const files = ['systemd/scout.service', 'debian/scout.env', 'docker/Dockerfile', 'docker/compose.yml'];
  const named = files.flatMap((file) =>
    [
      ...readFileSync(join(import.meta.dirname, 'files', file), 'utf8').matchAll(
        /\b(?:SCOUT_[A-Z_]+|PUBLIC_URL|SMTP_URL_FILE|TRUSTED_PROXIES)\b/g,
      ),
    ].map(([name]) => name),
  );
  expect(named.length).toBeGreaterThan(8);
  // Compose's own variable: the version of the tarball.
  expect(named.filter((name) => !known.has(name) && name !== 'SCOUT_VERSION')).toEqual([]);
});
