import type { LookupFunction } from 'node:net';
import { DirectoryProblem, type Reach } from '@scout/directory';
import { AddressRefusedError, createGuard } from '../../../platform/outgoing/guard.ts';

/**
 * Addresses of controllers that may be connected to.
 * @param networks non-public addresses and networks that are permitted
 */
export function reachOf(networks: readonly string[]): Reach {
  const guard = createGuard(networks);
  const lookUp = guard.lookUp(true);
  const lookup: LookupFunction = (hostname, options, callback) =>
    lookUp(hostname, options, (error, ...found) =>
      callback(error instanceof AddressRefusedError ? refused(error) : error, ...found),
    );
  return {
    lookup,
    check(host) {
      try {
        guard.check(host, true);
      } catch (error) {
        throw refused(error);
      }
    },
  };
}

const refused = (cause: unknown) =>
  new DirectoryProblem(
    'The address of the controller may not be reached: the operator allows networks with SCOUT_DIRECTORY_NETWORKS.',
    { cause },
  );
