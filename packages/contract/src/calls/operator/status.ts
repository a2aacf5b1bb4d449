import { declareCall } from '../../call.ts';
import { agentStates } from '../../entities/agent.ts';
import { isoTime, tenantId } from '../../entities/fields.ts';
import { storageRoom } from '../../entities/usage.ts';
import { z } from '../../zod.ts';

/** Kinds of trouble of an installation, the most pressing first. */
export const operatorTroubles = [
  'disk_low',
  'mail_stuck',
  'mail_lost',
  'channels_failed',
  'agents_silent',
  'agents_conflict',
  'agents_lagging',
  'agents_wait_for_quota',
  'cases_behind',
] as const;
export type OperatorTrouble = (typeof operatorTroubles)[number];

const count = z.number().int().nonnegative();

/** State of the whole installation: agents of all organizations, queues, the disk, and troubles among these. */
export const operatorStatus = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/status',
  summary: 'How the installation fares',
  tag: 'Operator',
  input: z.object({}),
  output: z.object({
    at: isoTime,
    /** Empty when all is well. `count`: agents, mails, deliveries or organizations that it is about; null for the disk. */
    troubles: z.array(
      z.object({ trouble: z.enum(operatorTroubles), count: count.nullable(), text: z.string() }),
    ),
    storage: storageRoom,
    mail: z.object({
      /** Mails that are not sent yet, and for how long the oldest of them is due. */
      waiting: count,
      oldest_seconds: z.number().nonnegative(),
      /** Given up in the last day. */
      lost: count,
    }),
    /** To channels: not delivered yet, and failed in the last day. */
    channels: z.object({ waiting: count, failed: count }),
    organizations: z.array(
      z.object({
        tenant_id: tenantId,
        company_name: z.string(),
        agents: z.record(z.enum(agentStates), count),
        /** Agents whose events wait on their machine for longer than they should. */
        lagging: count,
        /** Events that wait on machines, as agents said last. */
        events_waiting: count,
        /** Seconds until the organization may send again; 0 when it may now. */
        quota_wait_seconds: z.number(),
        cases_behind_seconds: z.number(),
      }),
    ),
  }),
});
