import { expect, it } from 'vitest';
import { firstProxy } from './pac.ts';
import { isExcepted, proxyFor } from './proxy.ts';

const target = new URL('https://scout.northwind.example');
const noPac = () => Promise.reject(new Error('no PAC file here'));
const chosen = (environment: Record<string, string>, url = target) => proxyFor(url, {}, environment, noPac);

it('comes from the environment, with credentials that are not part of its address', async () => {
  const proxy = await chosen({ HTTPS_PROXY: 'http://agent:s%20ecret@proxy:3128' });
  expect(proxy?.url.href).toBe('http://proxy:3128/');
  expect(proxy?.authorization).toBe(`Basic ${Buffer.from('agent:s ecret').toString('base64')}`);
  expect(await chosen({ https_proxy: 'proxy:3128' })).toMatchObject({ authorization: null });
  expect(await chosen({ HTTP_PROXY: 'http://proxy:3128' })).toBeNull();
  expect(await chosen({})).toBeNull();
});

it('of the environment is not used for this machine, nor for names in NO_PROXY', async () => {
  const HTTPS_PROXY = 'http://proxy:3128';
  expect(await chosen({ HTTPS_PROXY }, new URL('https://localhost:8443'))).toBeNull();
  expect(await chosen({ HTTPS_PROXY, NO_PROXY: 'a.example, .northwind.example' })).toBeNull();
  expect(await proxyFor(target, { proxy: 'none' }, { HTTPS_PROXY }, noPac)).toBeNull();
});

it.each([
  ['*', true],
  ['northwind.example', true],
  ['*.northwind.example', true],
  ['scout.northwind.example:443', true],
  ['scout.northwind.example:8443', false],
  ['wind.example', false],
  ['', false],
])('NO_PROXY=%s', (list, excepted) => {
  expect(isExcepted(target, list)).toBe(excepted);
});

it('is the first of a PAC file that can be used', () => {
  expect(firstProxy('DIRECT')).toBeNull();
  expect(firstProxy('SOCKS a:1; HTTPS b:2; PROXY c:3')?.href).toBe('https://b:2/');
  expect(() => firstProxy('SOCKS5 a:1')).toThrow(/names no http proxy/);
});
