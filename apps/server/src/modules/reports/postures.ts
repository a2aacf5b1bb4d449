import { accountPostures, limits, type PostureReport } from '@scout/contract';
import type { Transaction } from '../../platform/database/pool.ts';
import { tenantRow } from '../auth/index.ts';
import { countPostures, readPostures } from '../cases/index.ts';

/** All postures of an organization, read as scout_member; each kind with its first accounts. */
export async function postureReportOf(
  tx: Transaction,
  tenantId: string,
  now: number,
): Promise<PostureReport> {
  const { company_name, time_zone } = await tenantRow(tx, tenantId, ['company_name', 'time_zone']);
  const { accounts, found, byPosture } = await countPostures(tx, tenantId, now);
  const kinds: PostureReport['kinds'][number][] = [];
  for (const posture of accountPostures) {
    const total = byPosture.get(posture) ?? 0;
    if (total === 0) continue;
    const page = await readPostures(tx, tenantId, { posture, limit: limits.postures.pdfRows }, now);
    kinds.push({ posture, total, listed: page.findings });
  }
  const made_at = new Date(now).toISOString();
  return { organization: company_name, time_zone, made_at, accounts, accounts_found: found, kinds };
}

/** For example scout-postures-2026-11-27.pdf. */
export const posturesFileName = ({ made_at }: PostureReport): string =>
  `scout-postures-${made_at.slice(0, 10)}.pdf`;
