import { BlockList, isIP } from 'node:net';

/** Networks of the IANA registries of special-purpose addresses that are not global, and one metadata service outside of them. */
const CLOSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Global unicast; addresses that map, translate or tunnel to IPv4 are outside of it or in the next list. */
const OPEN_IPV6 = ['2000::/3'];
/** Protocol assignments with Teredo, documentation, and 6to4. */
const CLOSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Permission of an address: on the internet, in a network allowed by the operator, or refused. */
export type Reach = 'public' | 'allowed' | 'closed';

/** @param allowed non-public addresses and networks that are permitted, such as 10.0.0.0/8 */
export function createReach(allowed: readonly string[]): (address: string) => Reach {
  const allowedList = listOf(allowed);
  const closed = listOf([...CLOSED_IPV4, ...CLOSED_IPV6]);
  const openIpv6 = listOf(OPEN_IPV6);
  return (address) => {
    const version = isIP(address);
    if (version === 0 || address.includes('%')) return 'closed';
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (allowedList.check(address, family)) return 'allowed';
    if (family === 'ipv6' && !openIpv6.check(address, family)) return 'closed';
    return closed.check(address, family) ? 'closed' : 'public';
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  return list;
}
