import type { AgentGroup } from '@scout/contract';
import type { Transaction } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { readGroup } from '../sql/agentGroups.ts';

/** A group of the organization. @throws Refusal not_found */
export async function requireGroup(tx: Transaction, tenantId: string, groupId: string): Promise<AgentGroup> {
  const group = await readGroup(tx, tenantId, groupId);
  if (group === undefined)
    throw new Refusal('not_found', { message: 'This organization has no such group.' });
  return group;
}
