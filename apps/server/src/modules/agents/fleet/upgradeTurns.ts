import { limits } from '@scout/contract';

const { atOnce, turnMinutes } = limits.agentUpgrade;
const TURN_MS = turnMinutes * 60_000;

/** Machines that one server process lets download a release at a time: what an upgrade of thousands costs it is bounded. */
export interface UpgradeTurns {
  /** True if the machine may download now: it has a turn, or there is a free one. */
  take(agentId: string, now: number): boolean;
  /** True if the machine has a turn. */
  holds(agentId: string, now: number): boolean;
  /** Called when a machine runs the release, or has none to get. */
  end(agentId: string): void;
}

export function createUpgradeTurns(): UpgradeTurns {
  /** End of each turn, oldest first. */
  const turns = new Map<string, number>();
  return {
    take(agentId, now) {
      for (const [id, end] of turns) {
        if (end > now) break;
        turns.delete(id);
      }
      if (turns.has(agentId)) return true;
      if (turns.size >= atOnce) return false;
      turns.set(agentId, now + TURN_MS);
      return true;
    },
    holds: (agentId, now) => (turns.get(agentId) ?? 0) > now,
    end(agentId) {
      turns.delete(agentId);
    },
  };
}
