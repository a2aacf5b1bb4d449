import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createAddresses } from './addresses.ts';

const on = (address: string, settings: { publicUrl?: string; agentUrls?: readonly string[] } = {}) => {
  const addresses = createAddresses({ publicUrl: undefined, agentUrls: [], port: 8080, ...settings });
  addresses.setListening({
    address,
    family: address.includes(':') ? 'IPv6' : 'IPv4',
    port: 9090,
  } as AddressInfo);
  return addresses;
};

describe('the addresses of a server', () => {
  it.each([
    ['127.0.0.1', undefined, 'http://127.0.0.1:9090', 'this_machine'],
    ['::1', undefined, 'http://[::1]:9090', 'this_machine'],
    ['192.0.2.7', undefined, 'http://192.0.2.7:9090', 'everywhere'],
    ['0.0.0.0', undefined, null, 'nowhere'],
    ['::', undefined, null, 'nowhere'],
    ['0.0.0.0', 'https://scout.example', 'https://scout.example', 'everywhere'],
    ['127.0.0.1', 'https://scout.example', 'https://scout.example', 'everywhere'],
    ['0.0.0.0', 'http://localhost:9090', 'http://localhost:9090', 'this_machine'],
  ])('on %s with PUBLIC_URL %s, packages carry %s and work %s', (address, publicUrl, carried, reach) => {
    const addresses = on(address, publicUrl === undefined ? {} : { publicUrl });
    expect([addresses.forAgents(), addresses.reach()]).toEqual([carried, reach]);
    expect(addresses.announced()).toEqual(carried === null ? [] : [carried]);
  });

  it('include those that the operator announces, each once and not more than agents keep', () => {
    const publicUrl = 'https://scout.example';
    const agentUrls = [
      publicUrl,
      'https://b.example',
      'https://c.example',
      'https://d.example',
      'https://e.example',
    ];
    expect(on('127.0.0.1', { publicUrl, agentUrls }).announced()).toEqual(agentUrls);
    const more = [...agentUrls, 'https://f.example'];
    expect(on('0.0.0.0', { agentUrls: more }).announced()).toEqual(agentUrls);
  });

  it('are its own only when configured, or on loopback with its port', () => {
    const addresses = on('0.0.0.0', { publicUrl: 'https://scout.example', agentUrls: ['https://b.example'] });
    for (const own of [
      'https://scout.example',
      'https://b.example',
      'http://localhost:9090',
      'http://127.0.0.1:9090',
      'http://[::1]:9090',
    ])
      expect(addresses.isOwn(own), own).toBe(true);
    for (const strange of ['http://127.0.0.1:9091', 'http://scout.example', 'https://evil.example', '', 'x'])
      expect(addresses.isOwn(strange), strange).toBe(false);
  });
});
