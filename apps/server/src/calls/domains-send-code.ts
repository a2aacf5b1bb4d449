import { contract, domainOf, limits } from '@scout/contract';
import { keyedHash } from '../auth/keys.ts';
import { newCode } from '../auth/mailedCode.ts';
import { Refusal } from '../http/refusal.ts';
import { changeListedDomain, domainCodeTexts } from '../organizations/changeDomain.ts';
import { changeDomain } from '../queries/domains.ts';
import { readProfile } from '../queries/profiles.ts';
import { implementCall } from './implementCall.ts';

export const domainsSendCode = implementCall(contract.domainsSendCode, async ({ domain }, context) => {
  const { app, member } = context;
  await app.rates.consume('domainMailPerOrganization', member.tenantId);
  return changeListedDomain(context, domain, async (work, row) => {
    const { tx, tenantId, userId, actor, now, log } = work;
    if (domainOf(actor) !== domain) throw new Refusal('domain_other_address');
    const code = newCode();
    const code_expires_at = new Date(now.getTime() + limits.domains.codeMinutes * 60_000);
    const code_hash = keyedHash(await app.keys('codes').current(), ...domainCodeTexts(work, row, code));
    await changeDomain(tx, row, { code_hash, code_expires_at });
    const profile = await readProfile(tx, tenantId, userId);
    await app.mail.send(tx, {
      template: 'domain-code',
      to: actor,
      props: { code, domain, organization: profile?.company_name ?? '', minutes: limits.domains.codeMinutes },
    });
    await log({ action: 'domain_code_sent', details: { domain } });
    return { email: actor, expires_at: code_expires_at.toISOString() };
  });
});
