import type { Seal } from '../../../platform/crypto/seal.ts';
import { ProviderProblem } from './problems.ts';

export const UNREADABLE_KEY = 'The stored key cannot be read. Remove the connection, and set it up again.';

/** The secret of a connection in cleartext. @throws ProviderProblem with this sentence */
export const openSecret = (
  { ssoSeal }: { ssoSeal: Seal },
  sealed: string,
  problem: string,
): Promise<string> =>
  ssoSeal.open(sealed).catch((cause) => {
    throw new ProviderProblem(problem, { cause });
  });
