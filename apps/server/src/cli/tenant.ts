import { Option } from 'commander';
import type { OperatorClient } from './connection.ts';
import { Failure } from './failure.ts';

/** The option that selects an organization. */
export const tenantOption = (): Option =>
  new Option('--tenant <tenant>', 'tenant_id or name of the organization').makeOptionMandatory();

/** A tenant_id is used unchanged; any other text is the organization's name, in any case. */
export async function tenantIdOf(client: OperatorClient, given: string): Promise<string> {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)) return given.toLowerCase();
  const tenants = await client.operatorTenantsList({});
  const found = tenants.find(({ company_name }) => company_name.toLowerCase() === given.trim().toLowerCase());
  if (found) return found.tenant_id;
  throw new Failure('not_found', `There is no organization named ${given}. See: tenant list`);
}
