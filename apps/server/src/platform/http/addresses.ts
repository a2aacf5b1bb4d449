import type { AddressInfo } from 'node:net';
import { limits } from '@scout/contract';
import type { PackageReach } from '@scout/contract/releases';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';

/** Addresses of this server, without trailing slashes. */
export interface Addresses {
  /** For people and links in mails: PUBLIC_URL, otherwise the listening address. */
  origin(): string;
  /** For agents; null: the server listens on every address of its machine, and the one used by others is unknown. */
  forAgents(): string | null;
  /** Addresses announced to agents: the current one, and those from the operator (SCOUT_AGENT_URLS). */
  announced(): string[];
  /** True for an address at which agents may accept this server. */
  isOwn(address: string): boolean;
  /** Reachability of {@link forAgents} for a package. */
  reach(): PackageReach;
  /** Sets the listening address. */
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
  const announced = () => {
    const present = forAgents();
    return [...new Set([...(present === null ? [] : [present]), ...agentUrls])].slice(
      0,
      limits.agent.addresses,
    );
  };
  return {
    origin,
    forAgents,
    announced,
    isOwn: (address) => announced().includes(address) || namesOf(local).includes(address),
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

/** All notations of an address for the same machine. */
function namesOf(address: string): string[] {
  const { protocol, hostname, port } = new URL(address);
  if (!isLoopback(hostname)) return [address];
  return ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${protocol}//${name}:${port}`);
}

/** An address that this machine can open: loopback for one that means "every address". */
export function localUrlOf(info: AddressInfo, scheme: 'http' | 'https' = 'http'): string {
  const { address, port, family } = info;
  if (isEveryAddress(info)) return `${scheme}://127.0.0.1:${port}`;
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
