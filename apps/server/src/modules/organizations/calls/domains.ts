import { companyEmailMessages, contract, domainOf, limits } from '@scout/contract';
import { keyedHash, keyedHashes } from '../../../platform/crypto/keys.ts';
import { changedDetails } from '../../../platform/database/audit.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { txtNameOf } from '../../../platform/outgoing/txtRecords.ts';
import { changeAsAdmin, newCode, readAsAdmin, readProfile } from '../../auth/index.ts';
import { changeListedDomain, domainCodeTexts, verifyDomain } from '../changeDomain.ts';
import { implementCall } from '../services.ts';
import {
  addDomain,
  changeDomain,
  domainRows,
  findDomain,
  lockDomain,
  removeDomain,
  toDomain,
} from '../sql/domains.ts';

export const domains = implementCall(contract.domains, async (_input, context) => {
  const rows = await domainRows(await readAsAdmin(context), context.member.tenantId);
  return rows.map(toDomain);
});

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

export const domainsCheckDns = implementCall(contract.domainsCheckDns, async ({ domain }, context) => {
  const { app, member } = context;
  await app.rates.consume('domainLookUpPerOrganization', member.tenantId);
  const listed = await findDomain(await readAsAdmin(context), member.tenantId, domain);
  // No locks are held during DNS lookups, and only listed domains are looked up.
  const values = listed ? await app.txtRecords.at(txtNameOf(domain)) : [];
  return changeListedDomain(context, domain, async (work, row) => {
    if (!values.includes(row.txt_value)) throw new Refusal('domain_record_missing');
    return verifyDomain(work, row, 'dns');
  });
});

export const domainsUpdate = implementCall(contract.domainsUpdate, async ({ domain, admission }, context) => {
  await context.app.rates.consume('domainChangePerOrganization', context.member.tenantId);
  return changeListedDomain(context, domain, async ({ tx, log }, row) => {
    if (row.admission === admission) return toDomain(row);
    if (row.state !== 'verified') throw new Refusal('domain_not_verified');
    await changeDomain(tx, row, { admission });
    await log({
      action: 'domain_admission_changed',
      details: { domain, ...changedDetails({ admission: row.admission }, { admission }) },
    });
    return toDomain({ ...row, admission });
  });
});

export const domainsRemove = implementCall(contract.domainsRemove, async ({ domain }, context) => {
  await context.app.rates.consume('domainChangePerOrganization', context.member.tenantId);
  return changeListedDomain(context, domain, async ({ tx, tenantId, log }, { state }) => {
    await removeDomain(tx, tenantId, domain);
    await log({ action: 'domain_removed', details: { domain, state } });
    return { domain };
  });
});
