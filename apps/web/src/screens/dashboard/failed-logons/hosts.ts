/** Names of hosts before their addresses. */
export const namesFirst = (hosts: readonly string[]): string[] => [
  ...hosts.filter((host) => !isAddress(host)),
  ...hosts.filter(isAddress),
];

const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host);
