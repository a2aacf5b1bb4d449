import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { caseSeverities } from './case.ts';
import { channelKinds } from './channel.ts';
import { isoTime } from './fields.ts';

const count = z.number().int().nonnegative();
const { days, rulesListed, exceptionsListed } = limits.alertEconomics;

/**
 * What alerts cost, and what keeps them few. An alert is a mail to a recipient, or a message that a channel's receiver took; tests are
 * none. Rates are alerts for each 1,000 accounts and day.
 */
export const alertEconomics = z.object({
  /** The first moment that is counted. */
  since: isoTime,
  /** Days that the rates are of: fewer for an organization that is younger. */
  days: z.number().int().min(1).max(days),
  /** Service accounts in the register, now. */
  accounts: count,
  alerts: count,
  /** Mails first, then the channels that there are, the oldest first. */
  channels: z
    .array(
      z.object({
        /** Null: mails. */
        channel_id: z.uuid().nullable(),
        kind: z.enum(['email', ...channelKinds]),
        /** Null: mails. */
        name: z.string().nullable(),
        alerts: count,
      }),
    )
    .max(limits.channels.most + 1),
  /** By the kind of their case, the most frequent first. A mail that tells several cases counts once for each of their kinds. */
  rules: z
    .array(
      z.object({
        /** Null: the case is no longer kept. */
        kind: z.string().nullable(),
        alerts: count,
      }),
    )
    .max(rulesListed),
  /** What one receiver would have been told, each step of a case by itself, if told from this severity on. */
  thresholds: z.array(z.object({ severity: z.enum(caseSeverities), alerts: count })).length(4),
  exceptions: z.object({
    /** Exceptions that permitted something. */
    used: count,
    /** Findings that they permitted. */
    findings: count,
    /** Those that permitted the most. */
    listed: z
      .array(
        z.object({
          id: z.uuid(),
          account: z.string(),
          reason: z.string(),
          ends_at: isoTime,
          findings: count,
          /** Cases with such findings. */
          cases: count,
          /** Those of them of which nobody was told, because everything in them is permitted. */
          cases_untold: count,
        }),
      )
      .max(exceptionsListed),
  }),
});
export type AlertEconomics = z.output<typeof alertEconomics>;

/** Alerts for each 1,000 accounts and day; null without accounts. */
export const alertRate = (
  alerts: number,
  { accounts, days }: Pick<AlertEconomics, 'accounts' | 'days'>,
): number | null => (accounts === 0 ? null : (alerts * 1_000) / (accounts * days));
