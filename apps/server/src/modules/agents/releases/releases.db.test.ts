import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { get, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { currentText } from '@scout/agent-release/currentRelease';
import { readPackage, writeTestRelease } from '@scout/agent-release/testing';
import { limits } from '@scout/contract';
import type { ReleaseManifest } from '@scout/contract/releases';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let bank: TestOrganization;
let rival: TestOrganization;
let folder: string;
// Of today: the database compares a token's end with its own clock.
let now = Date.now();
const program = randomBytes(300_000);

beforeAll(async () => {
  server = await startServer({ clock: { now: () => now } });
  folder = await writeTestRelease(server.context.config.releasesRoot, '0.2.0', program);
  bank = await createOrganization(server, 'Northwind Bank');
  rival = await createOrganization(server, 'Alder Health');
});
afterAll(() => server.stop());

const fetchPath = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);
const bytesOf = async (path: string, init?: RequestInit) =>
  Buffer.from(await (await fetchPath(path, init)).arrayBuffer());
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
const latest = (path: string) => `/releases/latest/${path}`;

describe('a plain package', () => {
  const path = latest('linux/scout-agent-latest.deb');
  const onDisk = () => readPackage(folder, 'linux/scout-agent-latest.deb');

  it('is served to everyone, and answers HEAD', async () => {
    const expected = await onDisk();
    expect(await bytesOf(path)).toEqual(expected);
    const { status, headers } = await fetchPath(path, { method: 'HEAD' });
    expect({
      status,
      length: headers.get('content-length'),
      etag: headers.get('etag'),
      name: headers.get('content-disposition'),
    }).toEqual({
      status: 200,
      length: String(expected.length),
      etag: `"${sha256(expected)}"`,
      name: 'attachment; filename="scout-agent-latest.deb"',
    });
  });

  it('of Windows is sent as it is stored to those who take zstd, in ranges, too', async () => {
    const exe = latest('windows/scout-agent-latest.exe');
    const expected = await readPackage(folder, 'windows/scout-agent-latest.exe');
    const ask = (headers: Record<string, string>) =>
      new Promise<{ head: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
        get(`${server.url}${exe}`, { headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve({ head: response.headers, body: Buffer.concat(chunks) }));
        }).on('error', reject);
      });
    const packed = await ask({ 'accept-encoding': 'zstd, identity' });
    expect(packed.head).toMatchObject({ 'content-encoding': 'zstd', vary: 'accept-encoding' });
    expect(Number(packed.head['content-length'])).toBe(packed.body.length);
    expect(zstdDecompressSync(packed.body).equals(expected)).toBe(true);
    const rest = await ask({
      'accept-encoding': 'zstd',
      range: 'bytes=1000-',
      'if-range': packed.head.etag!,
    });
    expect(rest.body.equals(packed.body.subarray(1000))).toBe(true);
    for (const accepted of ['identity', 'gzip, br', 'zstd;q=0']) {
      const plain = await ask({ 'accept-encoding': accepted });
      expect(plain.head['content-encoding'], accepted).toBeUndefined();
      expect(plain.body.equals(expected)).toBe(true);
      expect(plain.head.etag).not.toBe(packed.head.etag);
    }
  });

  it.each([
    ['bytes=0-9', 206, 0, 10],
    ['bytes=100-', 206, 100, undefined],
    ['bytes=-7', 206, -7, undefined],
    ['bytes=5-1', 200, 0, undefined],
    ['lines=1-2', 200, 0, undefined],
  ])('in the range %s', async (range, status, from, to) => {
    const expected = (await onDisk()).subarray(from, to);
    const answer = await fetchPath(path, { headers: { range } });
    expect(answer.status).toBe(status);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(expected);
  });

  it('is not sent when nothing of it is asked for, or nothing is new', async () => {
    const { length: size } = await onDisk();
    const beyond = await fetchPath(path, { headers: { range: `bytes=${size}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    const etag = `"${sha256(await onDisk())}"`;
    expect((await fetchPath(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    // After another release in between: the complete package instead of a part that does not match.
    const stale = { range: 'bytes=10-19', 'if-range': '"another"' };
    expect((await fetchPath(path, { headers: stale })).status).toBe(200);
    expect((await fetchPath(path, { headers: { ...stale, 'if-range': etag } })).status).toBe(206);
  });

  it('that agents upgrade from has an index, as in the manifest; another one has none', async () => {
    const manifest = JSON.parse((await bytesOf(latest('manifest.json'))).toString()) as ReleaseManifest;
    const indexed = manifest.files.filter((file) => file.program !== undefined);
    expect(indexed.map((file) => file.path)).toEqual([
      'windows/scout-agent-latest.exe',
      'linux/scout-agent-latest.tar.gz',
    ]);
    for (const { path, program } of manifest.files) {
      const answer = await fetchPath(latest(`${path}.index`));
      expect(answer.status, path).toBe(program ? 200 : 404);
      if (program) expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(program.index.sha256);
    }
    const first = indexed[0]!.path;
    const before = await readFile(join(folder, `${first}.index`));
    await writeFile(join(folder, `${first}.index`), `${before} `);
    expect((await fetchPath(latest(`${first}.index`))).status).toBe(404);
    await writeFile(join(folder, `${first}.index`), before);
  });

  it('has a checksum and a signature, as in the manifest', async () => {
    const key = createPublicKey(await (await fetchPath('/releases/release-key.pem')).text());
    const expected = await onDisk();
    expect((await bytesOf(`${path}.sha256`)).toString()).toBe(
      `${sha256(expected)}  scout-agent-latest.deb\n`,
    );
    for (const round of ['signed', 'remembered']) {
      const signature = await bytesOf(`${path}.sig`);
      expect(signature, round).toHaveLength(64);
      expect(verify(null, expected, key, signature), round).toBe(true);
    }
    const manifest = await bytesOf(latest('manifest.json'));
    expect(verify(null, manifest, key, await bytesOf(latest('manifest.json.sig')))).toBe(true);
    expect(JSON.parse(manifest.toString())).toMatchObject({
      version: '0.2.0',
      files: expect.arrayContaining([
        expect.objectContaining({ path: 'linux/scout-agent-latest.deb', sha256: sha256(expected) }),
      ]),
    });
  });

  it.each([
    'linux/scout-agent-latest.exe',
    'windows/scout-agent-latest.deb',
    'linux/..%2f..%2fcurrent.json',
    'linux/recipes.json',
    'linux/scout-agent-latest.deb.sig.sig',
  ])('has no other names: %s', async (other) => {
    const answer = await fetchPath(latest(other));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'agent_binary_not_found' });
  });
});

describe('what an agent is offered', () => {
  it.each([
    ['win32 10.0.19045 x64', 'windows/scout-agent-latest.exe'],
    ['linux 6.12.1 x64', 'linux/scout-agent-latest.tar.gz'],
    ['linux 6.12.1 arm64', undefined],
    ['freebsd 14 x64', undefined],
  ])('%s', (platform, path) => {
    const offered = server.context.latestAgent(platform);
    expect(offered).toEqual(
      path === undefined ? null : expect.objectContaining({ version: '0.2.0', url: latest(path) }),
    );
  });
});

describe('a package with a configuration', () => {
  const ask = async (
    platform: 'windows' | 'macos' | 'linux',
    kind?: 'deb' | 'rpm' | 'tar.gz',
    who: 'member' | 'admin' = 'member',
  ) =>
    (await bank.as(who)).api.downloadsAgentWithConfig({
      tenant_id: bank.tenantId,
      platform,
      ...(kind && { package: kind }),
    });

  it.each([
    ['windows', undefined, 'exe'],
    ['macos', undefined, 'pkg'],
    ['linux', undefined, 'deb'],
    ['linux', 'rpm', 'rpm'],
    ['linux', 'tar.gz', 'tar.gz'],
  ] as const)(
    'for %s %s is slightly longer than the plain one, and always the same',
    async (platform, kind, ending) => {
      const { agent_url } = await ask(platform, kind);
      expect(agent_url).toMatch(
        new RegExp(`^/releases/configured/[\\w-]{51}/scout-agent-latest\\.${ending.replace('.', '\\.')}$`),
      );
      const whole = await bytesOf(agent_url);
      const plain = await readPackage(folder, `${platform}/scout-agent-latest.${ending}`);
      expect(whole.length).toBeGreaterThan(plain.length);
      expect(whole.length).toBeLessThan(plain.length + 2_000);
      const first = await bytesOf(agent_url, { headers: { range: 'bytes=0-99999' } });
      const rest = await bytesOf(agent_url, { headers: { range: 'bytes=100000-' } });
      expect(Buffer.concat([first, rest])).toEqual(whole);
    },
  );

  it('contains address, key and a token that enrolls a limited number of machines', async () => {
    const { agent_url } = await ask('windows');
    const text = (await bytesOf(agent_url)).toString('latin1');
    const enrolment = JSON.parse(text.slice(text.lastIndexOf('{'), text.lastIndexOf('}') + 1));
    expect(enrolment).toMatchObject({ server: server.url, allow_cleartext: true });
    expect(enrolment.release_key).toBe(await (await fetchPath('/releases/release-key.pem')).text());
    const visitor = await bank.as('visitor');
    const machine = { host: 'WS-1042', platform: 'windows', version: '0.2.0', token: enrolment.token };
    const enrolled = await visitor.api.agentEnrol({ ...machine, machine_id: 'one' });
    expect(enrolled.credential).toMatch(/^scout_agent_[\w-]{43}$/);
    const tokens = await (await bank.as('admin')).api.enrolments({});
    const listed = tokens.find(({ uses }) => uses === 1);
    expect(listed).toMatchObject({
      label: 'Download for windows',
      uses: 1,
      max_uses: limits.download.tokenUses,
      expires_at: new Date(now + limits.download.tokenHours * 3_600_000).toISOString(),
    });
  });

  it.each([
    ['admin', false],
    ['member', true],
  ] as const)('of an %s enrolls machines that await approval: %s', async (who, waits) => {
    const { agent_url } = await ask('windows', undefined, who);
    const token = /scout_enrol_[\w-]{43}/.exec((await bytesOf(agent_url)).toString('latin1'))![0];
    const machine = { host: 'WS-1042', platform: 'windows', version: '0.2.0', machine_id: who };
    const enrolled = await (await bank.as('visitor')).api.agentEnrol({ ...machine, token });
    expect(enrolled).toMatchObject({ awaiting_approval: waits });
    const admin = await bank.as('admin');
    const [agent] = (await admin.api.agents({})).filter(({ agent_id }) => agent_id === enrolled.agent_id);
    const tokens = await admin.api.enrolments({});
    const used = tokens.find(({ token_id }) => token_id === agent?.enrolled_with);
    expect(used).toMatchObject({ created_by: bank.emailOf(who), needs_approval: waits });
    const [entry] = await admin.api.auditLogs({ action: 'agent_downloaded' });
    expect(entry).toMatchObject({ actor: bank.emailOf(who), details: { needs_approval: waits } });
  });

  it('differs for each link, is logged, and neither link nor token is in log or database', async () => {
    const { agent_url } = await ask('windows');
    const other = (await ask('windows')).agent_url;
    const [one, two] = [await bytesOf(agent_url), await bytesOf(other)];
    expect(one.equals(two)).toBe(false);
    const ticket = agent_url.split('/')[3]!;
    const token = /scout_enrol_[\w-]{43}/.exec(one.toString('latin1'))![0];
    const log = server.logLines.join('\n');
    expect(log).toContain('/releases/configured/[redacted]/');
    expect(log).not.toContain(ticket);
    expect(log).not.toContain(token);
    const entries = await (await bank.as('admin')).api.auditLogs({ action: 'agent_downloaded' });
    expect(entries.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(entries)).not.toContain(ticket);
  });

  it('is gone with its link after ten minutes, and never existed for a made-up link', async () => {
    const { agent_url } = await ask('linux');
    expect((await fetchPath(agent_url, { method: 'HEAD' })).status).toBe(200);
    now += (limits.download.ticketMinutes * 60 - 1) * 1000;
    expect((await fetchPath(agent_url, { method: 'HEAD' })).status).toBe(200);
    now += 2_000;
    expect((await fetchPath(agent_url)).status).toBe(404);
    const made = `/releases/configured/${'A'.repeat(43)}/scout-agent-latest.deb`;
    expect((await fetchPath(made)).status).toBe(404);
    expect((await fetchPath(agent_url.replace(/\.deb$/, '.rpm'))).status).toBe(404);
  });

  it('is refused for another organization, whatever the request', async () => {
    const other = await rival.as('admin');
    await expect(
      other.api.downloadsAgentWithConfig({ tenant_id: bank.tenantId, platform: 'linux' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      other.api.downloadsAgentWithConfig({ tenant_id: rival.tenantId, platform: 'linux', arch: 'arm64' }),
    ).rejects.toMatchObject({ code: 'agent_binary_not_found' });
  });
});

it('a partly copied release does not count, is logged once, and is found when it is complete', async () => {
  const pointer = join(server.context.config.releasesRoot, 'current.json');
  const offered = () => server.context.latestAgent('linux 6.12.1 x64');
  const whole = await readFile(pointer);
  await writeFile(pointer, currentText('still-on-its-way'));
  expect(offered()).toBeNull();
  expect(offered()).toBeNull();
  expect((await fetchPath(latest('manifest.json'))).status).toBe(404);
  const said = server.logLines.filter((line) => line.includes('names no release that can be trusted'));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('ENOENT');
  await writeFile(pointer, whole);
  expect(offered()).toMatchObject({ version: '0.2.0' });
});

it('packages in the form of another version of Scout are not served, and the log says what to do', async () => {
  const pointer = join(server.context.config.releasesRoot, 'current.json');
  const whole = await readFile(pointer, 'utf8');
  const { folder } = JSON.parse(whole);
  await writeFile(pointer, JSON.stringify({ folder }));
  expect(server.context.latestAgent('windows 10.0.20348 x64')).toBeNull();
  expect((await fetchPath(latest('windows/scout-agent-latest.exe'))).status).toBe(404);
  expect((await fetchPath(latest('manifest.json'))).status).toBe(404);
  const said = server.logLines.filter((line) => line.includes('built by another version of Scout'));
  expect(said).toHaveLength(1);
  await writeFile(pointer, whole);
  expect((await fetchPath(latest('windows/scout-agent-latest.exe'))).status).toBe(200);
});
