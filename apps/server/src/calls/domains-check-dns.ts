import { contract } from '@scout/contract';
import { txtNameOf } from '../domains/txtRecords.ts';
import { Refusal } from '../http/refusal.ts';
import { readAsAdmin } from '../organizations/asAdmin.ts';
import { changeListedDomain, verifyDomain } from '../organizations/changeDomain.ts';
import { findDomain } from '../queries/domains.ts';
import { implementCall } from './implementCall.ts';

export const domainsCheckDns = implementCall(contract.domainsCheckDns, async ({ domain }, context) => {
  const { app, member } = context;
  await app.rates.consume('domainLookUpPerOrganization', member.tenantId);
  const listed = await findDomain(await readAsAdmin(context), member.tenantId, domain);
  // Nothing is locked while the DNS is asked, and nobody asks it about what is on no list.
  const values = listed ? await app.txtRecords.at(txtNameOf(domain)) : [];
  return changeListedDomain(context, domain, async (work, row) => {
    if (!values.includes(row.txt_value)) throw new Refusal('domain_record_missing');
    return verifyDomain(work, row, 'dns');
  });
});
