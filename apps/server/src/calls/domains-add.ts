import { companyEmailMessages, contract, domainOf, limits } from '@scout/contract';
import { Refusal } from '../http/refusal.ts';
import { changeAsAdmin } from '../organizations/asAdmin.ts';
import { addDomain, domainRows, findDomain, lockDomain, toDomain } from '../queries/domains.ts';
import { implementCall } from './implementCall.ts';

export const domainsAdd = implementCall(contract.domainsAdd, async ({ domain }, context) => {
  const { app, member } = context;
  await app.rates.consume('domainChangePerOrganization', member.tenantId);
  if (app.isMailProvider(domain))
    throw new Refusal('invalid_input', { message: companyEmailMessages.personal });
  await lockDomain(context.tx, domain);
  return changeAsAdmin(context, async ({ tx, tenantId, actor, now, log }) => {
    const present = await domainRows(tx, tenantId);
    if (present.some((row) => row.domain === domain)) throw new Refusal('domain_exists');
    if (present.length >= limits.domains.most) throw new Refusal('domain_limit');
    const state = domainOf(actor) === domain ? 'claimed' : 'added';
    await addDomain(tx, { tenant_id: tenantId, domain, state, created_at: now });
    await log({ action: 'domain_added', details: { domain, state } });
    return toDomain((await findDomain(tx, tenantId, domain))!);
  });
});
