import type { AgentRelease } from '@scout/contract';
import type { Config } from '../../platform/config/config.ts';
import type { PasswordHashing } from '../../platform/crypto/password.ts';
import type { DatabaseState } from '../../platform/database/availability.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import { callsWith, type Rotation } from '../auth/index.ts';
import type { DirectoryServices } from '../directory/index.ts';
import type { Storage } from '../ingest/index.ts';
import type { ConfigurationServices } from './configuration/section.ts';

/** Services for the calls of the operator. */
export interface OperatorServices extends DirectoryServices, ConfigurationServices {
  readonly config: Config;
  readonly hashing: PasswordHashing;
  readonly mail: Mailer;
  /** Storage space for events. */
  readonly storage: Storage;
  readonly rotation: Rotation;
  /** Asks whether the database takes writes. Answers within this many milliseconds. */
  databaseState(withinMs: number): Promise<DatabaseState>;
  /** The newest agent for a platform as reported by agents ('linux 6.12.1 x64'); null without one. */
  latestAgent(platform: string): AgentRelease | null;
  /** Public origin of the web application, for links in mails. */
  origin(): string;
}

/** Implements a call of this module. */
export const implementCall = callsWith<OperatorServices>();
