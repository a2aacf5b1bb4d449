/** Names of hosts before their addresses. */
export const namesFirst = (hosts: readonly string[]): string[] => [
  ...hosts.filter((host) => !isAddress(host)),
  ...hosts.filter(isAddress),
];

/**
 * Text of the counter after the first host: '+2 · 3 IPs'. An event may have the name of its host and its address, so one number of
 * both would count hosts twice.
 */
export function furtherHosts(hosts: readonly string[]): string {
  const further = namesFirst(hosts).slice(1);
  const addresses = further.filter(isAddress).length;
  const names = further.length - addresses;
  if (addresses === 0 || hosts.every(isAddress)) return `+${further.length}`;
  const ips = `${addresses} ${addresses === 1 ? 'IP' : 'IPs'}`;
  return names === 0 ? `+${ips}` : `+${names} · ${ips}`;
}

const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host);
