import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer, type Server as HttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasTool } from '../../../scripts/testTools.mjs';
import { nodeFs } from '../src/runtime/durableFs.ts';
import { writeCredential } from '../src/service/credential.ts';
import { ConnectionError } from '../src/transport/connectionError.ts';
import { bodyOf, Network } from '../src/transport/network.ts';
import type { NetworkSettings } from '../src/transport/networkSettings.ts';
import { Server } from '../src/transport/server.ts';
import { pinOf } from '../src/transport/trust.ts';
import { fetchUpgrade } from '../src/upgrade/fetchUpgrade.ts';
import { runAgent, startAgent } from './agentProcess.ts';
import { Authority, type CertificateFiles, read } from './certificates.ts';
import { HttpProxy } from './httpProxy.ts';
import { silentLog } from './silentLog.ts';

describe.skipIf(!hasTool('openssl'))('the way to the server', () => {
  const OK = '{"status":"ok"}';
  let folder: string;
  let authority: Authority;
  let own: Record<'good' | 'expired' | 'wrong' | 'agent', CertificateFiles>;
  let stranger: CertificateFiles;
  const servers: { close(): unknown; closeAllConnections(): void }[] = [];
  let proxy: HttpProxy;
  const never = new AbortController().signal;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scout-network-'));
    authority = await Authority.create(folder, 'Northwind');
    const other = await Authority.create(folder, 'Other');
    own = {
      good: await authority.issue('good', 'DNS:localhost,IP:127.0.0.1,DNS:scout.northwind.example'),
      expired: await authority.issue('expired', 'DNS:localhost', -1),
      wrong: await authority.issue('wrong', 'DNS:elsewhere.example'),
      agent: await authority.issue('agent', 'DNS:agent'),
    };
    stranger = await other.issue('stranger', 'DNS:agent');
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(async () => {
    proxy = await new HttpProxy('agent:s3cret').start();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    await proxy.stop();
  });

  const healthy: RequestListener = (request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(OK));
  };

  /** Starts a server; returns its port. */
  async function listen(
    certificate: CertificateFiles,
    { answer = healthy, ...options }: ServerOptions & { answer?: RequestListener } = {},
  ): Promise<number> {
    const server: HttpsServer = createServer({ ...(await read(certificate)), ...options }, answer);
    return portOf(server);
  }

  async function portOf(server: HttpsServer | ReturnType<typeof createHttp>): Promise<number> {
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const trusting = (more: NetworkSettings = {}): NetworkSettings => ({
    caFile: authority.files.certificate,
    ...more,
  });
  const get = async (url: string, settings: NetworkSettings): Promise<string> =>
    (await bodyOf(await new Network(settings).request(url, { signal: never }), 1_000)).toString();
  const mutual = async () => ({
    ca: (await read(authority.files)).cert,
    requestCert: true,
    rejectUnauthorized: true,
  });

  describe('trust', () => {
    it('reaches a server of a private authority with --ca-file, and not without', async () => {
      const url = `https://localhost:${await listen(own.good)}/`;
      expect(await get(url, trusting())).toBe(OK);
      await expect(get(url, {})).rejects.toMatchObject({ step: 'certificate' });
    });

    it.each([
      ['expired', /expired/],
      ['wrong', /altnames/],
    ] as const)('refuses a certificate that is %s', async (name, words) => {
      const url = `https://localhost:${await listen(own[name])}/`;
      await expect(get(url, trusting())).rejects.toMatchObject({
        step: 'certificate',
        message: expect.stringMatching(words),
      });
    });

    it('accepts only the pinned key', async () => {
      const url = `https://localhost:${await listen(own.good)}/`;
      const pins = [pinOf((await read(own.good)).cert)];
      expect(await get(url, trusting({ pins }))).toBe(OK);
      const others = [pinOf((await read(own.wrong)).cert)];
      await expect(get(url, trusting({ pins: others }))).rejects.toThrow(/is not the pinned one/);
    });

    it('shows its own certificate to a server that wants one', async () => {
      const url = `https://localhost:${await listen(own.good, await mutual())}/`;
      const getAs = (files: CertificateFiles) =>
        get(url, trusting({ clientCertificate: files.certificate, clientKey: files.key }));
      expect(await getAs(own.agent)).toBe(OK);
      await expect(get(url, trusting())).rejects.toMatchObject({ step: 'certificate' });
      // A server that only closes the connection does not say why.
      await expect(getAs(stranger)).rejects.toBeInstanceOf(ConnectionError);
    });

    it('reads a renewed file without a restart, and names one that is missing', async () => {
      const url = `https://localhost:${await listen(own.good)}/`;
      const caFile = join(folder, 'renewed.pem');
      await writeFile(caFile, (await read(own.agent)).cert);
      const network = new Network({ caFile });
      await expect(network.request(url, { signal: never })).rejects.toMatchObject({ step: 'certificate' });
      await writeFile(caFile, Buffer.concat([(await read(authority.files)).cert, Buffer.from('\n')]));
      expect((await network.request(url, { signal: never })).statusCode).toBe(200);
      await expect(get(url, { caFile: join(folder, 'none.pem') })).rejects.toThrow(
        /none\.pem cannot be read/,
      );
    });
  });

  describe('a proxy', () => {
    const credentials = async (text: string): Promise<string> => {
      const path = join(folder, `credentials-${text.length}`);
      await writeFile(path, `${text}\n`);
      return path;
    };

    it('is used with the credentials of a file, for a name that only it resolves', async () => {
      const url = `https://scout.northwind.example:${await listen(own.good)}/`;
      const through = async (text: string) =>
        get(url, trusting({ proxy: `http://${proxy.address}`, proxyCredentials: await credentials(text) }));
      expect(await through('agent:s3cret')).toBe(OK);
      expect(proxy.connected).toEqual([new URL(url).host]);
      await expect(through('agent:wrong!')).rejects.toMatchObject({
        step: 'proxy',
        message: expect.stringMatching(/does not accept the credentials \(HTTP 407\)/),
      });
      const without = get(url, trusting({ proxy: `http://${proxy.address}` }));
      await expect(without).rejects.toThrow(/without credentials \(HTTP 407\)/);
    });

    it('is the way of an upgrade, too, whose cut download leaves no file', async () => {
      const requested: string[] = [];
      const answer: RequestListener = ({ url = '' }, response) => {
        requested.push(url);
        response.writeHead(200, { 'content-length': '1000' }).write('{');
        setTimeout(() => response.destroy(), 50);
      };
      const server = `https://scout.northwind.example:${await listen(own.good, { answer })}`;
      const proxied = {
        proxy: `http://${proxy.address}`,
        proxyCredentials: await credentials('agent:s3cret'),
      };
      const state = await mkdtemp(join(folder, 'upgrade-'));
      const fetching = fetchUpgrade({
        ...{ server, state, network: new Network(trusting(proxied)), offered: '9.9.9', present: '0.1.0' },
        ...{ releaseKey: '', running: '', log: silentLog(), now: new Date(), signal: never },
      });
      await expect(fetching).rejects.toThrow(/manifest\.json: the /);
      expect(requested).toEqual(['/releases/latest/manifest.json']);
      expect(proxy.connected).toEqual([new URL(server).host]);
      expect(await readdir(state)).toEqual([]);
    });

    it('that does not listen is named, and so is one that cannot reach the server', async () => {
      const gone = get('https://scout.northwind.example/', { proxy: 'http://127.0.0.1:1' });
      await expect(gone).rejects.toMatchObject({
        step: 'proxy',
        message: expect.stringContaining('127.0.0.1:1'),
      });
    });

    it('is the one that a PAC file names, run in a process of its own', async () => {
      const port = await listen(own.good);
      const pac = `function FindProxyForURL(url, host) {
      if (dnsDomainIs(host, '.northwind.example')) return 'SOCKS 127.0.0.1:1; PROXY ${proxy.address}; DIRECT';
      if (host === 'endless.example') for (;;);
      return 'DIRECT';
    }`;
      const served = await portOf(createHttp((_request, response) => response.end(pac)));
      const settings = trusting({
        proxy: `pac+http://127.0.0.1:${served}/proxy.pac`,
        proxyCredentials: await credentials('agent:s3cret'),
      });
      expect(await get(`https://scout.northwind.example:${port}/`, settings)).toBe(OK);
      expect(proxy.connected).toEqual([`scout.northwind.example:${port}`]);
      expect(await get(`https://localhost:${port}/`, settings)).toBe(OK);
      expect(proxy.connected).toHaveLength(1);
      await expect(get('https://endless.example/', settings)).rejects.toMatchObject({
        step: 'proxy',
        message: expect.stringMatching(/did not end within 5 s/),
      });
    }, 60_000);
  });

  describe('a response that is not from Scout', () => {
    const call = (url: string) =>
      new Server(url, { host: 'h', platform: 'p', version: 'v' }, 5_000).ship(
        'credential',
        { number: 1, lines: 1, body: new Uint8Array(3) },
        never,
      );

    it('is a page of the network', async () => {
      const page: RequestListener = (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end('<p>Sign in to Wi-Fi</p>');
      const url = `http://127.0.0.1:${await portOf(createHttp(page))}`;
      expect(await call(url)).toMatchObject({
        kind: 'trouble',
        reason: expect.stringMatching(/^server: HTTP 200: a page instead/),
      });
    });

    it('is a cut download', async () => {
      const cut: RequestListener = (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('abc');
        setTimeout(() => response.destroy(), 50);
      };
      const url = `https://localhost:${await listen(own.good, { answer: cut })}/`;
      await expect(get(url, trusting())).rejects.toMatchObject({ step: 'server' });
    });
  });

  it('a failed connection of a running agent is in its log and its status, by its step', async () => {
    const server = `https://localhost:${await listen(own.good)}`;
    const state = join(folder, 'state');
    await mkdir(state);
    const [agent_id, enrolled_at] = ['00000000-0000-4000-8000-000000000001', '2026-11-21T00:00:00.000Z'];
    await writeCredential(nodeFs, state, { server, agent_id, credential: 'c', first_batch: 1, enrolled_at });
    const log = join(folder, 'empty.xml');
    await writeFile(log, '');
    const agent = startAgent(['run', '--server', server, '--state', state, '--source', `file:${log}`]);
    await expect
      .poll(() => agent.stderr, { timeout: 20_000 })
      .toMatch(/the server cannot be reached: certificate: /);
    await expect
      .poll(async () => (await runAgent(['status', '--state', state])).stdout, { timeout: 20_000 })
      .toMatch(/Trouble .* the server cannot be reached: certificate: /);
    agent.child.kill('SIGKILL');
    await agent.ended;
  }, 60_000);

  describe('scout-agent doctor', () => {
    const doctor = async (...args: string[]) => {
      const { code, stdout } = await runAgent(['doctor', '--json', ...args], {
        HTTPS_PROXY: '',
        https_proxy: '',
      });
      const { steps, failed, advice } = JSON.parse(stdout);
      const states = steps.map(({ step, state }: { step: string; state: string }) => `${step} ${state}`);
      return { code, failed, states, advice, stdout };
    };
    const ca = () => ['--ca-file', authority.files.certificate];

    it('tries every step', async () => {
      const url = `https://localhost:${await listen(own.good)}`;
      const { code, failed, states } = await doctor('--server', url, ...ca());
      expect(states).toEqual([
        'name good',
        'route good',
        'proxy not needed',
        'certificate good',
        'server good',
      ]);
      expect({ code, failed }).toEqual({ code: 0, failed: null });
    });

    it('names the step that fails, and what to do', async () => {
      const page: RequestListener = (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>');
      const good = `https://localhost:${await listen(own.good)}`;
      const cases = [
        ['name', ['--server', 'https://scout.invalid']],
        ['route', ['--server', 'https://127.0.0.1:1']],
        ['proxy', ['--server', good, '--proxy', `http://${proxy.address}`]],
        ['certificate', ['--server', good]],
        ['server', ['--server', `https://localhost:${await listen(own.good, { answer: page })}`, ...ca()]],
      ] as const;
      for (const [step, args] of cases) {
        const { code, failed, advice } = await doctor(...args);
        expect({ step, code, failed }).toEqual({ step, code: 1, failed: step });
        expect(advice).not.toBe('');
      }
    }, 60_000);

    it('refuses a password in the address of a proxy, without showing it', async () => {
      const args = [
        'doctor',
        '--server',
        'https://scout.invalid',
        '--proxy',
        'http://agent:s3cret@proxy:3128',
      ];
      const { code, stdout, stderr } = await runAgent(args);
      expect(code).toBe(2);
      expect(stderr).toContain('--proxy-credentials');
      expect(stdout + stderr).not.toContain('s3cret');
    });
  });
});
