import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeTestRelease } from '@scout/agent-release/testing';
import { createOrganization, startServer } from '@scout/testkit';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../platform/config/config.ts';

/** A subscribed organization's admin on a server with a release. */
async function openWith(config: Partial<Config>) {
  const server = await startServer({ config });
  await writeTestRelease(server.context.config.releasesRoot, '0.2.0', randomBytes(2_000));
  const bank = await createOrganization(server, 'Northwind Bank');
  const { api } = await bank.as('admin');
  const ask = () => api.downloadsAgentWithConfig({ tenant_id: bank.tenantId, platform: 'windows' });
  const download = async (url: string) => (await fetch(`${server.url}${url}`)).text();
  return { server, api, ask, download, [Symbol.asyncDispose]: () => server.stop() };
}

describe('a package with a configuration', () => {
  it('is refused, with advice, where the server does not know its public address', async () => {
    await using at = await openWith({ host: '0.0.0.0' });
    expect(await at.api.downloadsStatus({})).toEqual({ build: 'idle', reach: 'nowhere' });
    await expect(at.ask()).rejects.toMatchObject({
      code: 'public_url_missing',
      message: expect.stringContaining('Its operator must set PUBLIC_URL'),
    });
    // Plain packages contain no address.
    expect((await fetch(`${at.server.url}/releases/latest/windows/scout-agent-latest.exe`)).status).toBe(200);
  });

  it('contains PUBLIC_URL where that is set', async () => {
    await using at = await openWith({ host: '0.0.0.0', publicUrl: 'https://scout.example' });
    expect(await at.api.downloadsStatus({})).toMatchObject({ reach: 'everywhere' });
    expect(await at.download((await at.ask()).agent_url)).toContain('"server": "https://scout.example"');
  });

  it('contains the listening address, with a note that it works on that machine only', async () => {
    await using at = await openWith({});
    expect(await at.api.downloadsStatus({})).toMatchObject({ reach: 'this_machine' });
    expect(await at.download((await at.ask()).agent_url)).toContain(`"server": "${at.server.url}"`);
  });
});

it('a running or failed build is reported', async () => {
  await using at = await openWith({});
  const root = at.server.context.config.releasesRoot;
  await mkdir(root, { recursive: true });
  const note = (state: string) =>
    writeFile(
      join(root, 'build.json'),
      JSON.stringify({ state, pid: process.pid, at: new Date().toISOString() }),
    );
  await note('building');
  expect(await at.api.downloadsStatus({})).toMatchObject({ build: 'building' });
  await note('failed');
  expect(await at.api.downloadsStatus({})).toMatchObject({ build: 'failed' });
});
