import type { Addresses } from '../../../platform/http/addresses.ts';
import { Refusal } from '../../../platform/http/refusal.ts';

/**
 * The server address in a package with a configuration.
 * @throws Refusal public_url_missing
 */
export function requireAgentAddress({ addresses }: { readonly addresses: Addresses }): string {
  const address = addresses.forAgents();
  if (address === null) throw new Refusal('public_url_missing');
  return address;
}
