import { contract } from '@scout/contract';
import { keyedHashes } from '../auth/keys.ts';
import { Refusal } from '../http/refusal.ts';
import { changeListedDomain, domainCodeTexts, verifyDomain } from '../organizations/changeDomain.ts';
import { implementCall } from './implementCall.ts';

export const domainsConfirmCode = implementCall(
  contract.domainsConfirmCode,
  async ({ domain, code }, context) => {
    const { app, member } = context;
    await app.rates.consume('domainCodePerOrganization', member.tenantId);
    return changeListedDomain(context, domain, async (work, row) => {
      const { code_hash, code_expires_at } = row;
      const open = code_expires_at !== null && code_expires_at > work.now;
      const hashes = await keyedHashes(app.keys('codes'), ...domainCodeTexts(work, row, code));
      if (!open || !hashes.some((hash) => code_hash?.equals(hash))) throw new Refusal('invalid_code');
      return verifyDomain(work, row, 'mail');
    });
  },
);
