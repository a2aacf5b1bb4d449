import { sql } from 'kysely';
import { hashSecret, newSecret } from '../auth/secretText.ts';
import type { Transaction } from '../database/pool.ts';

export interface Enrolled {
  readonly agent_id: string;
  /** Handed out here once; only its hash is stored. */
  readonly credential: string;
  readonly next_batch: number;
}

/** Uses an enrolment token once and gives the machine's agent a credential, or undefined when the token will not do. */
export async function redeemEnrolment(
  tx: Transaction,
  token: string,
  machine: { machine_id: string; host: string; platform: string; version: string },
): Promise<Enrolled | undefined> {
  const credential = newSecret('agent');
  const { rows } = await sql<{ outcome: string; agent_id: string; next_batch: string }>`
    SELECT outcome, agent_id, next_batch FROM scout.redeem_enrolment(${hashSecret(token)}, ${machine.machine_id},
      ${machine.host}, ${machine.platform}, ${machine.version}, ${hashSecret(credential)})`.execute(tx);
  const [answer] = rows;
  if (answer?.outcome !== 'ok') return undefined;
  return { agent_id: answer.agent_id, credential, next_batch: Number(answer.next_batch) };
}
