import { contract } from '@scout/contract';
import { readAsAdmin } from '../organizations/asAdmin.ts';
import { domainRows, toDomain } from '../queries/domains.ts';
import { implementCall } from './implementCall.ts';

export const domains = implementCall(contract.domains, async (_input, context) => {
  const rows = await domainRows(await readAsAdmin(context), context.member.tenantId);
  return rows.map(toDomain);
});
