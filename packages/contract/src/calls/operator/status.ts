import { declareCall } from '../../call.ts';
import { agentStates } from '../../entities/agent.ts';
import { isoTime, tenantId } from '../../entities/fields.ts';
import { bytesPerDay, storageSpace } from '../../entities/usage.ts';
import { z } from '../../zod.ts';

/** Kinds of problems of an installation, most urgent first. */
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
  'backup_due',
] as const;
export type OperatorTrouble = (typeof operatorTroubles)[number];

const count = z.number().int().nonnegative();

/** State of the whole installation: agents of all organizations, queues, disk, and current problems. */
export const operatorStatus = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/status',
  summary: 'Status of the installation',
  tag: 'Operator',
  input: z.object({}),
  output: z.object({
    at: isoTime,
    /** Empty when healthy. `count`: number of affected agents, mails, deliveries or organizations; null for the disk and the backup. */
    troubles: z.array(
      z.object({
        trouble: z.enum(operatorTroubles),
        count: count.nullable(),
        text: z.string(),
        /** The next step for the operator. */
        next_step: z.string(),
      }),
    ),
    storage: storageSpace,
    mail: z.object({
      /** Unsent mails, and the age of the oldest due one. */
      waiting: count,
      oldest_seconds: z.number().nonnegative(),
      /** Mails given up in the last day. */
      lost: count,
    }),
    /** Channel deliveries: pending, and failed in the last day. */
    channels: z.object({ waiting: count, failed: count }),
    /** Last backup of `scout backup`, null without one, and its greatest age in days before it is a trouble; null: none. */
    backup: z.object({
      last: z.object({ made_at: isoTime, bytes: count }).nullable(),
      due_days: count.nullable(),
    }),
    organizations: z.array(
      z.object({
        tenant_id: tenantId,
        company_name: z.string(),
        agents: z.record(z.enum(agentStates), count),
        /** Agents whose events wait on their machine longer than the threshold. */
        lagging: count,
        /** Events waiting on machines, by the agents' last reports. */
        events_waiting: count,
        /** Seconds until the organization may send again; 0 if now. */
        quota_wait_seconds: z.number(),
        /** Stored today, UTC, and the daily limit in effect. */
        bytes_today: count,
        bytes_per_day: bytesPerDay,
        cases_behind_seconds: z.number(),
      }),
    ),
  }),
});
