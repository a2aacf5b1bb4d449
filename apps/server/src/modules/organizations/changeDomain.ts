import type { OrganizationDomain, VerificationMethod } from '@scout/contract';
import { audit } from '../../platform/database/audit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type ChangeWork, changeAsAdmin, inSignInTables } from '../auth/index.ts';
import type { MemberContext } from './services.ts';
import { type DomainRow, findDomain, lockDomain, markVerified, toDomain } from './sql/domains.ts';

/**
 * Changes a domain of the organization as its admin; `change` writes the audit log entry.
 * @throws Refusal not_found for an unlisted domain
 */
export async function changeListedDomain<T>(
  context: MemberContext,
  domain: string,
  change: (work: ChangeWork, row: DomainRow) => Promise<T>,
): Promise<T> {
  await lockDomain(context.tx, domain);
  return changeAsAdmin(context, async (work) => {
    const row = await findDomain(work.tx, work.tenantId, domain);
    if (!row) throw new Refusal('not_found', { message: 'This domain is not in your list.' });
    return change(work, row);
  });
}

/** A mailed code is valid only for this admin, organization and domain: the input of its hash. */
export const domainCodeTexts = (
  { tenantId, userId }: Pick<ChangeWork, 'tenantId' | 'userId'>,
  { domain }: Pick<DomainRow, 'domain'>,
  code: string,
): string[] => ['domain', tenantId, userId, domain, code];

/**
 * Verifies a domain after proof. A previous owner gets an entry in its own audit log.
 * @throws Refusal domain_taken when another organization owns it and the proof is a mailbox
 */
export async function verifyDomain(
  { tx, tenantId, now, log }: ChangeWork,
  { domain }: DomainRow,
  method: VerificationMethod,
): Promise<OrganizationDomain> {
  const { outcome, lostBy } = await markVerified(tx, domain, method, now);
  if (outcome === 'taken') throw new Refusal('domain_taken');
  await log({ action: 'domain_verified', details: { domain, method } });
  if (lostBy !== null) {
    await inSignInTables(tx, (_db, asAuth) =>
      audit(asAuth, {
        tenantId: lostBy,
        actor: 'system',
        action: 'domain_lost',
        details: { domain },
      }),
    );
  }
  return toDomain((await findDomain(tx, tenantId, domain))!);
}
