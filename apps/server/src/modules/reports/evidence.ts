import type { EvidenceFile, EvidenceScope } from '@scout/contract';
import type { Transaction } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { tenantRow } from '../auth/index.ts';
import { sealEvidence } from './evidenceChain.ts';
import { reviewEvidence } from './ownerReviews/record.ts';
import { readEvidenceEntries } from './sql/evidence.ts';

/** Evidence of a case, a closed review or a period, read as scout_member. @throws Refusal not_found */
export async function evidenceOf(
  tx: Transaction,
  tenantId: string,
  scope: EvidenceScope,
  { by, now }: { by: string; now: number },
): Promise<EvidenceFile> {
  if ('review' in scope) {
    const file = await reviewEvidence(tx, tenantId, scope.review, { by, now });
    if (file === undefined)
      throw new Refusal('not_found', { message: 'This organization has no closed review of this number.' });
    return file;
  }
  const found = await readEvidenceEntries(tx, tenantId, scope, now);
  if (found === undefined) throw new Refusal('not_found', { message: 'This organization has no such case.' });
  const { company_name: name } = await tenantRow(tx, tenantId, ['company_name']);
  const about = {
    organization: { id: tenantId, name },
    scope,
    left_out: found.left_out,
    made_at: new Date(now).toISOString(),
    made_by: by,
  };
  return sealEvidence(about, found.entries);
}

/** For example scout-evidence-case-12.json. */
export function evidenceFileName({ scope }: EvidenceFile, format: 'json' | 'pdf'): string {
  if ('case' in scope) return `scout-evidence-case-${scope.case}.${format}`;
  if ('review' in scope) return `scout-evidence-review-${scope.review}.${format}`;
  return `scout-evidence-${scope.from.slice(0, 10)}-${scope.to.slice(0, 10)}.${format}`;
}
