import { describe, expect, test } from 'vitest';
import { createReach } from './addresses.ts';

/** Addresses forbidden for organizations' webhooks, by category. */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
  'this machine': ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1', '0.0.0.0', '0.1.2.3', '::'],
  private: [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    'fc00::1',
    'fd00::1',
    'fdff:ffff::1',
  ],
  'shared with a provider': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.0.1', '169.254.255.255', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1'],
  'metadata services': [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.169.253',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fe80::a9fe:a9fe',
  ],
  'IPv4 in IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::ffff:192.168.1.1',
    '::ffff:8.8.8.8',
    '0:0:0:0:0:ffff:127.0.0.1',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:127.0.0.1',
  ],
  'translated or tunneled to IPv4': [
    '64:ff9b::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2002:a9fe:a9fe::1',
    '2002:c0a8:101::',
    '2001:0:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '192.88.99.1',
  ],
  'documentation and tests': [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '198.19.255.255',
    '2001:db8::1',
    '3fff::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '100::1',
    '5f00::1',
  ],
  'many or nobody': ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1', 'ff0e::1'],
  'no address': ['', 'localhost', '127.1', '0x7f000001', '2130706433', '1.2.3.4.5', '8.8.8.8%eth0', '[::1]'],
};
const closed = Object.entries(CLOSED).flatMap(([kind, addresses]) =>
  addresses.map((address) => [kind, address] as const),
);

describe('default rules for addresses', () => {
  const reach = createReach([]);

  test('the table names at least 60 addresses, each once', () => {
    expect(closed.length).toBeGreaterThanOrEqual(60);
    expect(new Set(closed.map(([, address]) => address)).size).toBe(closed.length);
  });

  test.each(closed)('%s: %s is closed', (_kind, address) => {
    expect(reach(address)).toBe('closed');
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82a::200e',
  ])('%s is public', (address) => {
    expect(reach(address)).toBe('public');
  });
});

describe('networks that the operator allows', () => {
  const reach = createReach(['10.1.0.0/16', '127.0.0.1', 'fd12:3456::/32']);

  test.each(['10.1.0.0', '10.1.255.255', '127.0.0.1', 'fd12:3456::9'])('%s is allowed', (address) => {
    expect(reach(address)).toBe('allowed');
  });

  test.each(['10.0.255.255', '10.2.0.0', '127.0.0.2', '::1', 'fd12:3457::1', '169.254.169.254'])(
    '%s stays closed',
    (address) => {
      expect(reach(address)).toBe('closed');
    },
  );
});
