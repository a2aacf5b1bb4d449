import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newestKey } from '@scout/agent-release/keys';
import type { Recipes } from '@scout/agent-release/pieces';
import { openReleaseKey, replaceReleaseKey } from '@scout/agent-release/signing/signer';
import { readPackage, writeTestRelease } from '@scout/agent-release/testing';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const DEB = 'linux/scout-agent-latest.deb';
let server: TestServer;
let folder: string;
beforeEach(async () => {
  server = await startServer();
  folder = await writeTestRelease(server.context.config.releasesRoot, '0.2.0', randomBytes(100_000));
});
afterEach(() => server.stop());

const get = (path: string, init?: RequestInit) => fetch(`${server.url}/releases/${path}`, init);
const statusOf = async (path: string, init?: RequestInit) => (await get(path, init)).status;
const offered = () => server.context.latestAgent('linux 6.12.1 x64');
const logged = (words: RegExp) => server.logLines.filter((line) => words.test(line));

/** Flips a bit in the smallest piece of a package, which no other package has. */
async function flipByte(path: string): Promise<void> {
  const recipes: Recipes = JSON.parse(await readFile(join(folder, 'recipes.json'), 'utf8'));
  const [smallest] = [...recipes[path]!.pieces].sort((one, other) => one.bytes - other.bytes);
  await flipByteOf(smallest!.sha256);
}

async function flipByteOf(piece: string): Promise<void> {
  const file = join(folder, 'pieces', piece);
  const bytes = await readFile(file);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(file, bytes);
}

/** The folder's own manifest, modified like an attacker with write access but without a key. */
async function rewriteManifest(change: (text: string) => string): Promise<void> {
  const path = join(folder, 'manifest.json');
  await writeFile(path, change(await readFile(path, 'utf8')));
}

describe('a package that was changed after the build', () => {
  it('is not served, before and after it was served once', async () => {
    const rpm = 'linux/scout-agent-latest.rpm';
    expect(await statusOf(`latest/${rpm}`)).toBe(200);
    await flipByte(rpm);
    await flipByte(DEB);
    for (const path of [rpm, DEB]) {
      expect(await statusOf(`latest/${path}`), path).toBe(404);
      expect(await statusOf(`latest/${path}`, { headers: { range: 'bytes=0-9' } }), path).toBe(404);
      expect(await statusOf(`latest/${path}`, { method: 'HEAD' }), path).toBe(404);
    }
    expect(await statusOf('latest/linux/scout-agent-latest.tar.gz'), 'the others are').toBe(200);
    expect(logged(/scout-agent-latest\.deb is not what the build signed/)).toHaveLength(1);
  });

  it('is not served when its compressed form was changed, nor when a piece is gone', async () => {
    const exe = 'windows/scout-agent-latest.exe';
    const { pieces } = (JSON.parse(await readFile(join(folder, 'recipes.json'), 'utf8')) as Recipes)[exe]!;
    for (const { sha256 } of pieces) {
      await flipByteOf(sha256);
      expect(await statusOf(`latest/${exe}`)).toBe(404);
      await flipByteOf(sha256);
      expect(await statusOf(`latest/${exe}`)).toBe(200);
    }
    await rm(join(folder, 'pieces', pieces[0]!.sha256));
    expect(await statusOf(`latest/${exe}`)).toBe(404);
  });

  it('is not served with a configuration either', async () => {
    const bank = await createOrganization(server, 'Northwind Bank');
    const { api } = await bank.as('admin');
    const ask = () => api.downloadsAgentWithConfig({ tenant_id: bank.tenantId, platform: 'linux' });
    const { agent_url } = await ask();
    await flipByte(DEB);
    expect((await fetch(`${server.url}${agent_url}`)).status).toBe(404);
    await expect(ask()).rejects.toMatchObject({ code: 'agent_binary_not_found' });
  });
});

describe('a release is ignored, not offered, and logged once,', () => {
  const expectNone = async () => {
    expect(offered()).toBeNull();
    expect(await statusOf('latest/manifest.json')).toBe(404);
    expect(await statusOf(`latest/${DEB}`)).toBe(404);
    expect(logged(/names no release that can be trusted/)).toHaveLength(1);
  };

  it('when a package was changed and its manifest with it', async () => {
    await flipByte(DEB);
    const sha256 = createHash('sha256')
      .update(await readPackage(folder, DEB))
      .digest('hex');
    const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    const before = files.find(({ path }: { path: string }) => path === DEB).sha256;
    await rewriteManifest((text) => text.replace(before, sha256));
    await expectNone();
  });

  it('when its version was raised', async () => {
    await rewriteManifest((text) => text.replace('"0.2.0"', '"9.9.9"'));
    await expectNone();
  });

  it('when the recipes for configured packages were changed', async () => {
    const path = join(folder, 'recipes.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"offset"', '"0ffset"'));
    await expectNone();
  });

  it('when it is unsigned', async () => {
    await rm(join(folder, 'manifest.json.sig'), { force: true });
    await expectNone();
  });
});

describe('a release of another key', () => {
  const servedKey = async () => (await get('release-key.pem')).text();
  let path: string;
  beforeEach(() => {
    path = join(server.dataDir, '..', `scout-test-keys-${randomUUID()}`, 'release.pem');
  });
  afterEach(() => rm(dirname(path), { recursive: true, force: true }));

  it('does not count for a server that has seen another, whoever installed it and its key', async () => {
    const key = await servedKey();
    const { signer } = await openReleaseKey(path);
    await writeTestRelease(server.context.config.releasesRoot, '0.3.0', randomBytes(1_000), signer);
    expect(await statusOf('latest/manifest.json')).toBe(404);
    expect(offered()).toBeNull();
    expect(await servedKey()).toBe(key);
  });

  it('is served when the previous key announced it', async () => {
    await rm(join(server.dataDir, 'trusted-release-key.pem'), { force: true });
    const { signer } = await openReleaseKey(path);
    await writeTestRelease(server.context.config.releasesRoot, '0.3.0', randomBytes(1_000), signer);
    expect(offered()).toMatchObject({ version: '0.3.0' });
    const before = await servedKey();
    await writeTestRelease(
      server.context.config.releasesRoot,
      '0.4.0',
      randomBytes(1_000),
      await replaceReleaseKey(path),
    );
    expect(offered()).toMatchObject({ version: '0.4.0' });
    expect(await servedKey()).not.toBe(before);
    const keys = Buffer.from(await (await get('latest/keys.json')).arrayBuffer());
    expect(newestKey(keys, before)).toBe(await servedKey());
    // The retired key signs no more.
    await writeTestRelease(server.context.config.releasesRoot, '0.5.0', randomBytes(1_000), signer);
    expect(offered()).toBeNull();
  });
});

it('the server holds no private key', async () => {
  expect(await statusOf('release-key.pem')).toBe(200);
  expect(await statusOf(`latest/${DEB}.sig`)).toBe(200);
  for (const entry of await readdir(server.dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
    expect(text.includes('PRIVATE KEY'), entry.name).toBe(false);
  }
});
