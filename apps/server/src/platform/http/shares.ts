/** A fixed amount divided among organizations and their agents. */
export interface Shares {
  /** Reason why `amount` more is unavailable: everything is taken, or the sender has its share. Undefined if available. */
  whyNot(tenantId: string, amount: number, agentId?: string): 'full' | 'share' | undefined;
  take(tenantId: string, amount: number, agentId?: string): void;
  giveBack(tenantId: string, amount: number, agentId?: string): void;
  heldBy(tenantId: string): number;
  /** Total taken. */
  readonly taken: number;
}

/**
 * Dynamic thresholds, as used by switches for shared buffers: an organization may have as much as is free, so that one alone gets
 * half, two a third each, and some always remains. An agent gets half of what is free.
 */
export function createShares(total: number): Shares {
  const byHolder = new Map<string, number>();
  let taken = 0;
  const of = (holder: string): number => byHolder.get(holder) ?? 0;
  const add = (holder: string, amount: number): void => {
    const sum = of(holder) + amount;
    if (sum === 0) byHolder.delete(holder);
    else byHolder.set(holder, sum);
  };
  return {
    whyNot(tenantId, amount, agentId) {
      const free = total - taken;
      if (amount > free) return 'full';
      if (of(tenantId) + amount > free) return 'share';
      return agentId !== undefined && of(agentId) + amount > free / 2 ? 'share' : undefined;
    },
    take(tenantId, amount, agentId) {
      taken += amount;
      add(tenantId, amount);
      if (agentId !== undefined) add(agentId, amount);
    },
    giveBack(tenantId, amount, agentId) {
      taken -= amount;
      add(tenantId, -amount);
      if (agentId !== undefined) add(agentId, -amount);
    },
    heldBy: of,
    get taken() {
      return taken;
    },
  };
}
