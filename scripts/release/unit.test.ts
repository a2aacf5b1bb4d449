import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
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
