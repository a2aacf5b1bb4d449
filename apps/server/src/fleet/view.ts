import type { AgentRelease } from '@scout/contract';
import type { Context } from '../context.ts';

/** What an agent is judged against: the time, and the newest release for its platform. */
export interface FleetView {
  /** Epoch milliseconds. */
  readonly now: number;
  /** By the platform as agents report it, such as 'linux 6.12.1 x64'. */
  latest(platform: string): AgentRelease | null;
}

export const fleetView = ({ clock, latestAgent }: Pick<Context, 'clock' | 'latestAgent'>): FleetView => ({
  now: clock.now(),
  latest: latestAgent,
});
