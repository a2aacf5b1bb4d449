import { isUnrelated, type Klass } from '../classes.ts';
import { isRefused } from '../kinds.ts';
import type { Tenant } from '../learn/tenant.ts';
import type { Reason, Verdict, Waiting } from '../state.ts';
import { ROUNDS } from '../weights.ts';
import { weighLater } from './judge.ts';

/** Machines of people and hubs are visited in rounds by inventories and software distribution. */
function isElsewhere(klass: Klass): boolean {
  return klass.is === 'machine' && klass.role !== 'workstation' && klass.role !== 'hub' && isUnrelated(klass);
}

/**
 * Nats that visits to further unrelated servers within the days of waiting add to an account's first one. Each makes the next one
 * less surprising, so that one server a day would pass below any of them. Further visits are marked, and add to no other.
 */
export function roundsOf(tenant: Tenant, { name, verdict }: Waiting, later: readonly Waiting[]): number {
  if (!isVisit(verdict)) return 0;
  const account = tenant.state.accounts.get(name)!;
  let sum = 0;
  for (const other of later) {
    if (other.name !== name || other.counted === true || !isVisit(other.verdict)) continue;
    const score = weighLater(account, other.verdict);
    if (score < ROUNDS.least) continue;
    sum += Math.min(score, ROUNDS.further);
    other.counted = true;
  }
  return Math.min(sum, 2 * ROUNDS.further);
}

/** True for a new server as the weightiest reason, with nothing about people, sources or kinds. */
function isVisit({ reasons }: Verdict): boolean {
  const [first] = reasons;
  return first !== undefined && isToServer(first) && !reasons.some(isOther);
}

const isToServer = ({ facet, klass, novelty: { host, cell } }: Reason): boolean =>
  facet === 'destination' && host !== null && isElsewhere(klass) && !isRefused(cell.kind);

const isOther = ({ facet }: Reason): boolean => facet === 'use' || facet === 'kind' || facet === 'source';
