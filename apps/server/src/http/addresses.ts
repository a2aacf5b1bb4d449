import type { AddressInfo } from 'node:net';
import { limits } from '@scout/contract';
import type { PackageReach } from '@scout/contract/releases';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';

/** Under which addresses this server is reached; none ends with a slash. */
export interface Addresses {
  /** For people and links in mails: PUBLIC_URL, else the address that is listened on. */
  origin(): string;
  /** For agents; null: the server answers under every address of its machine and does not know which one others use. */
  forAgents(): string | null;
  /** Told to agents: the present one, and those that the operator announces (SCOUT_AGENT_URLS). */
  told(): string[];
  /** True of an address under which agents may take this server for theirs. */
  isOwn(address: string): boolean;
  /** Where a package with {@link forAgents} in it would work. */
  reach(): PackageReach;
  /** Says which address is listened on. */
  setListening(address: AddressInfo): void;
}

export function createAddresses({
  publicUrl,
  port,
  agentUrls,
  tls,
}: Pick<Config, 'publicUrl' | 'port' | 'agentUrls'> & Partial<Pick<Config, 'tls'>>): Addresses {
  let local = `http://127.0.0.1:${port}`;
  let everyAddress = false;
  const origin = () => publicUrl ?? local;
  const forAgents = () => (publicUrl === undefined && everyAddress ? null : origin());
  const told = () => {
    const present = forAgents();
    return [...new Set([...(present === null ? [] : [present]), ...agentUrls])].slice(
      0,
      limits.agent.addresses,
    );
  };
  return {
    origin,
    forAgents,
    told,
    isOwn: (address) => told().includes(address) || namesOf(local).includes(address),
    reach() {
      const address = forAgents();
      if (address === null) return 'nowhere';
      return isLoopback(new URL(address).hostname) ? 'this_machine' : 'everywhere';
    },
    setListening(address) {
      local = localUrlOf(address, tls ? 'https' : 'http');
      everyAddress = isEveryAddress(address);
    },
  };
}

const isEveryAddress = ({ address }: AddressInfo): boolean => address === '0.0.0.0' || address === '::';

/** An address in every spelling that means the same machine. */
function namesOf(address: string): string[] {
  const { protocol, hostname, port } = new URL(address);
  if (!isLoopback(hostname)) return [address];
  return ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${protocol}//${name}:${port}`);
}

/** An address that this machine can open: one that means "every address" is reached by loopback. */
export function localUrlOf(info: AddressInfo, scheme: 'http' | 'https' = 'http'): string {
  const { address, port, family } = info;
  if (isEveryAddress(info)) return `${scheme}://127.0.0.1:${port}`;
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
