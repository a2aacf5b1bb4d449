import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { createReach } from './addresses.ts';

/** Resolves a host name to all of its addresses, as `dns.lookup` does. */
export type Resolve = typeof lookup;

/** The address is not permitted from here, or not without encryption. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError';
  constructor() {
    super('The address is not one that may be reached.');
  }
}

/** Decides which addresses may be connected to. */
export interface Guard {
  /** Refuses a host that is never permitted. @throws AddressRefusedError */
  check(host: string, isEncrypted: boolean): void;
  /** A lookup that returns permitted addresses, and an AddressRefusedError without any. */
  lookUp(isEncrypted: boolean): LookupFunction;
}

/**
 * A guard that checks each address after name resolution and connects to exactly that one, so that nothing can change in between.
 * Public addresses require encryption.
 * @param allowed non-public addresses and networks that are permitted, also without encryption
 */
export function createGuard(allowed: readonly string[], resolve: Resolve = lookup): Guard {
  const reach = createReach(allowed);
  const mayConnect = (address: string, isEncrypted: boolean) =>
    isEncrypted ? reach(address) !== 'closed' : reach(address) === 'allowed';
  return {
    check(host, isEncrypted) {
      if (!isEncrypted && allowed.length === 0) throw new AddressRefusedError();
      if (isIP(host) !== 0 && !mayConnect(host, isEncrypted)) throw new AddressRefusedError();
    },
    lookUp: (isEncrypted) => (hostname, options, callback) =>
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, []);
        const open = addresses.filter(({ address }) => mayConnect(address, isEncrypted));
        const [first] = open;
        if (first === undefined) return callback(new AddressRefusedError(), []);
        return options.all ? callback(null, open) : callback(null, first.address, first.family);
      }),
  };
}

/** The host of a URL in the form for sockets: an IPv6 address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
