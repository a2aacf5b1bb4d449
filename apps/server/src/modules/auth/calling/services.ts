import type { Claims } from '@scout/contract';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import type { FairQueue } from '../../../platform/http/fairQueue.ts';
import type { AgentIdentity } from '../agentCredential.ts';
import type { ApiTokenProof } from '../apiTokenProof.ts';
import type { Rates } from '../rates.ts';
import type { Sessions } from '../sessions.ts';
import type { Users } from '../users.ts';

/** Services for every call: the caller and a connection. Each module adds those of its own calls. */
export interface CallServices {
  readonly clock: Clock;
  /** Connections as the database's login; must be used through withRole. */
  readonly pool: pg.Pool;
  readonly operatorToken: string;
  readonly rates: Rates;
  readonly sessions: Sessions;
  readonly users: Users;
  /** Calls of members wait here for a database connection, so that one organization's do not take all. */
  readonly memberQueue: FairQueue;
  /** Trials of settings wait here, one of an organization at a time: each takes a thread and two connections. */
  readonly trialQueue: FairQueue;
  /** @throws Refusal malformed_token, invalid_signature or token_expired */
  verifyToken(token: string): Promise<Claims>;
  readonly apiTokenProof: ApiTokenProof;
  /** @throws Refusal invalid_credential or credential_revoked */
  authenticateAgent(authorization: string | undefined): Promise<AgentIdentity>;
}
