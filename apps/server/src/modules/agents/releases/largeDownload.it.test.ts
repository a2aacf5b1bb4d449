import { randomBytes } from 'node:crypto';
import { writeTestRelease } from '@scout/agent-release/testing';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

const MEGABYTE = 1024 * 1024;
let server: TestServer;
let bank: TestOrganization;
beforeAll(async () => {
  server = await startServer();
  await writeTestRelease(server.context.config.releasesRoot, '0.2.0', randomBytes(96 * MEGABYTE));
  bank = await createOrganization(server, 'Northwind Bank');
});
afterAll(() => server.stop());

it.each([
  ['windows', 'exe'],
  ['macos', 'pkg'],
  ['linux', 'deb'],
  ['linux', 'rpm'],
  ['linux', 'tar.gz'],
] as const)(
  'a configured package for %s (%s) starts soon and is never whole in memory',
  async (platform, kind) => {
    const member = await bank.as('member');
    const { agent_url } = await member.api.downloadsAgentWithConfig({
      tenant_id: bank.tenantId,
      platform,
      package: kind,
    });
    const started = performance.now();
    const answer = await fetch(`${server.url}${agent_url}`);
    const reader = answer.body!.getReader();
    const { value } = await reader.read();
    console.log(`${kind}: first byte after ${(performance.now() - started).toFixed(0)} ms`);
    let bytes = value!.length;
    for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.length;
    expect(bytes).toBe(Number(answer.headers.get('content-length')));
    expect(bytes).toBeGreaterThan(90 * MEGABYTE);

    // All but a few kilobytes are read from disk during sending.
    const { releases } = server.context;
    const release = releases.current()!;
    const path = `${platform}/scout-agent-latest.${kind}`;
    const parts = await releases.configured(release, path, {
      server: server.url,
      token: 'scout_enrol_',
      allow_cleartext: true,
      release_key: release.publicPem,
    });
    const inMemory = parts.filter((part) => part instanceof Uint8Array);
    expect(inMemory.reduce((sum, part) => sum + part.length, 0)).toBeLessThan(64 * 1024);
  },
);
