import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { secretSettings } from '@scout/server/platform/config/secretFiles';
import { settings } from '@scout/server/platform/config/settings';
import { describe, expect, it } from 'vitest';

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
  const files = [
    'systemd/scout.service',
    'debian/scout.env',
    'docker/Dockerfile',
    'docker/compose.yml',
    'docker/compose.external.yml',
  ];
  const named = files.flatMap((file) =>
    [
      ...readFileSync(join(import.meta.dirname, 'files', file), 'utf8').matchAll(
        /\b(?:SCOUT_[A-Z_]+|PUBLIC_URL|DATABASE_URL_FILE|SMTP_URL_FILE|TRUSTED_PROXIES)\b/g,
      ),
    ].map(([name]) => name),
  );
  expect(named.length).toBeGreaterThan(8);
  // Compose's own variable: the version of the tarball.
  expect(named.filter((name) => !known.has(name) && name !== 'SCOUT_VERSION')).toEqual([]);
});

it('containers tell their health, are confined, and are not restarted for ever', () => {
  const files = join(import.meta.dirname, 'files/docker');
  const dockerfile = readFileSync(join(files, 'Dockerfile'), 'utf8');
  expect(dockerfile).toMatch(/^HEALTHCHECK .*"\/opt\/scout\/docker\/healthcheck\.mjs"\]$/m);
  expect(dockerfile).toMatch(/^USER 10001:10001$/m);
  for (const name of ['compose.yml', 'compose.external.yml']) {
    const text = readFileSync(join(files, name), 'utf8');
    const services = text.match(/^ {4}image: /gm)!.length;
    for (const line of ['restart: on-failure:5', 'read_only: true', 'no-new-privileges:true'])
      expect(text.split(line).length - 1, `${name}: ${line}`).toBe(services);
    expect(text).not.toMatch(/restart: (always|unless-stopped)/);
  }
});

describe('the health check of a container', () => {
  const check = async (env: Record<string, string>): Promise<number | null> => {
    const script = join(import.meta.dirname, 'files/docker/healthcheck.mjs');
    const [code] = await once(spawn(process.execPath, [script], { env, stdio: 'ignore' }), 'close');
    return code;
  };

  it.each([
    [200, 0],
    [503, 1],
  ])('of a server whose readiness is %i ends with %i', async (status, code) => {
    const requested: string[] = [];
    const server = createServer((request, response) => {
      requested.push(request.url!);
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await check({ PORT: String(port) })).toBe(code);
    expect(requested).toEqual(['/readyz']);
    server.close();
    await once(server, 'close');
    expect(await check({ PORT: String(port) }), 'nobody answers').toBe(1);
  });
});
