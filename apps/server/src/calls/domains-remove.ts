import { contract } from '@scout/contract';
import { changeListedDomain } from '../organizations/changeDomain.ts';
import { removeDomain } from '../queries/domains.ts';
import { implementCall } from './implementCall.ts';

export const domainsRemove = implementCall(contract.domainsRemove, async ({ domain }, context) => {
  await context.app.rates.consume('domainChangePerOrganization', context.member.tenantId);
  return changeListedDomain(context, domain, async ({ tx, tenantId, log }, { state }) => {
    await removeDomain(tx, tenantId, domain);
    await log({ action: 'domain_removed', details: { domain, state } });
    return { domain };
  });
});
