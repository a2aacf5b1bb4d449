import type { AgentRelease } from '@scout/contract';
import type { Config } from '../../platform/config/config.ts';
import type { Addresses } from '../../platform/http/addresses.ts';
import type * as calling from '../auth/index.ts';
import { type AuthStore, type CallServices, callsWith, type Keyring } from '../auth/index.ts';
import type { Heartbeats } from './fleet/heartbeats.ts';
import type { UpgradeTurns } from './fleet/upgradeTurns.ts';
import type { Releases } from './releases/releases.ts';
import type { AgentNamesCache } from './sql/agentNames.ts';
import type { Configurations } from './sql/configurations.ts';

/** Services for the calls about agents. */
export interface AgentServices extends CallServices {
  readonly addresses: Addresses;
  /** Names by which agents select events. */
  readonly agentNames: AgentNamesCache;
  readonly authStore: AuthStore;
  /** Signed configurations of groups. */
  readonly configurations: Configurations;
  readonly config: Pick<Config, 'releasesRoot'>;
  /** Limits of heartbeats. */
  readonly heartbeats: Heartbeats;
  readonly keys: Keyring;
  readonly releases: Releases;
  /** Machines that download an upgrade. */
  readonly upgradeTurns: UpgradeTurns;
  /** The newest agent for a platform as reported by agents ('linux 6.12.1 x64'); null without one. */
  latestAgent(platform: string): AgentRelease | null;
}

/** The context of a member's call of this module. */
export type MemberContext = calling.MemberContext<AgentServices>;

/** Implements a call of this module. */
export const implementCall = callsWith<AgentServices>();
