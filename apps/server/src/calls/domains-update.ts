import { contract } from '@scout/contract';
import { Refusal } from '../http/refusal.ts';
import { changeListedDomain } from '../organizations/changeDomain.ts';
import { changeDomain, toDomain } from '../queries/domains.ts';
import { implementCall } from './implementCall.ts';

export const domainsUpdate = implementCall(contract.domainsUpdate, async ({ domain, admission }, context) => {
  await context.app.rates.consume('domainChangePerOrganization', context.member.tenantId);
  return changeListedDomain(context, domain, async ({ tx, log }, row) => {
    if (row.admission === admission) return toDomain(row);
    if (row.state !== 'verified') throw new Refusal('domain_not_verified');
    await changeDomain(tx, row, { admission });
    await log({ action: 'domain_admission_changed', details: { domain, admission } });
    return toDomain({ ...row, admission });
  });
});
