import type { Agent } from '@scout/contract';

const DAY_MS = 86_400_000;
const keyOf = (tenantId: string) => `scout_first_event_seen:${tenantId}`;

/** True while every agent that the organization ever had enrolled within the last day (`now` in epoch ms). */
export function isNewFleet(agents: readonly Pick<Agent, 'enrolled_at'>[], now: number): boolean {
  return agents.length > 0 && agents.every(({ enrolled_at }) => now - Date.parse(enrolled_at) < DAY_MS);
}

/** True once somebody in this browser has read that the first event arrived. */
export function isFirstEventDismissed(storage: Pick<Storage, 'getItem'>, tenantId: string): boolean {
  return storage.getItem(keyOf(tenantId)) !== null;
}

export function dismissFirstEvent(storage: Pick<Storage, 'setItem'>, tenantId: string): void {
  storage.setItem(keyOf(tenantId), 'true');
}
