import type { Context } from '../context.ts';
import { Refusal } from '../http/refusal.ts';

/**
 * The address that a package with a configuration carries.
 * @throws Refusal public_url_missing
 */
export function requireAgentAddress({ addresses }: Pick<Context, 'addresses'>): string {
  const address = addresses.forAgents();
  if (address === null) throw new Refusal('public_url_missing');
  return address;
}
