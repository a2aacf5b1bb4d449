import { DirectoryProblem, type Reach } from '@scout/directory';
import { AddressRefusedError, createGuard } from '../../../platform/outgoing/guard.ts';

/**
 * Addresses of controllers that may be connected to.
 * @param networks non-public addresses and networks that are permitted
 */
export function reachOf(networks: readonly string[]): Reach {
  const guard = createGuard(networks);
  return {
    lookUp(isEncrypted) {
      const lookUp = guard.lookUp(isEncrypted);
      return (hostname, options, callback) =>
        lookUp(hostname, options, (error, ...found) =>
          callback(error instanceof AddressRefusedError ? refused(error) : error, ...found),
        );
    },
    check(host, isEncrypted) {
      try {
        guard.check(host, isEncrypted);
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
