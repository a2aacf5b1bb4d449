import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Layout, layoutOf } from './layout.ts';
import { takeProperties } from './settle.ts';

let folder: string;
let layout: Layout;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-settle-'));
  layout = { ...layoutOf(), config: join(folder, 'Scout', 'agent.json') };
});
afterEach(() => rm(folder, { recursive: true }));

it('the token is the first line, also of a file by Notepad or PowerShell', async () => {
  const path = join(folder, 'token.txt');
  await writeFile(path, '\uFEFFscout_enrol_abc\r\nfor the branch in Porto\r\n');
  expect(await takeProperties(layout, { tokenFile: path })).toEqual({
    token: 'scout_enrol_abc',
    network: {},
  });
  await writeFile(path, '\r\n');
  await expect(takeProperties(layout, { tokenFile: path })).rejects.toThrow(/TOKENFILE: .* no token/);
});

it('files that the service needs again are copied beside its settings', async () => {
  const [ca, credentials] = [join(folder, 'northwind.pem'), join(folder, 'proxy.txt')];
  await writeFile(ca, 'authority');
  await writeFile(credentials, 'user:password');
  const { network } = await takeProperties(layout, {
    caFile: ca,
    proxyCredentials: credentials,
    proxy: 'http://proxy:3128',
  });
  expect(network).toEqual({
    proxy: 'http://proxy:3128',
    caFile: join(folder, 'Scout', 'ca.pem'),
    proxyCredentials: join(folder, 'Scout', 'proxy-credentials'),
  });
  expect(await readFile(network.caFile!, 'utf8')).toBe('authority');
  expect(await readFile(network.proxyCredentials!, 'utf8')).toBe('user:password');
});

it('empty properties were not given, and a missing file is named with its property', async () => {
  const empty = { server: '', tokenFile: '', proxy: '', proxyCredentials: '', caFile: '' };
  expect(await takeProperties(layout, empty)).toEqual({ token: null, network: {} });
  await expect(takeProperties(layout, { caFile: join(folder, 'none.pem') })).rejects.toThrow(
    /^CAFILE: .*none\.pem/,
  );
});
