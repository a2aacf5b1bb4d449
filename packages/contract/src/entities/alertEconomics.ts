import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { caseSeverities } from './case.ts';
import { channelKinds } from './channel.ts';
import { isoTime } from './fields.ts';

const count = z.number().int().nonnegative();
const { days, rulesListed, exceptionsListed } = limits.alertEconomics;

/**
 * Volume of alerts, and what reduces it. An alert is a mail to a recipient, or a message accepted by a channel's receiver; tests
 * do not count. Rates are alerts per 1,000 accounts and day.
 */
export const alertEconomics = z.object({
  /** Start of the counted period. */
  since: isoTime,
  /** Days that the rates cover: fewer for a younger organization. */
  days: z.number().int().min(1).max(days),
  /** Current number of service accounts in the register. */
  accounts: count,
  alerts: count,
  /** Mails first, then existing channels, oldest first. */
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
  /** By the kind of their case, most frequent first. A mail about several cases counts once for each of their kinds. */
  rules: z
    .array(
      z.object({
        /** Null: the case was deleted. */
        kind: z.string().nullable(),
        alerts: count,
      }),
    )
    .max(rulesListed),
  /** Alerts one receiver would get from this severity up, each step of a case counted separately. */
  thresholds: z.array(z.object({ severity: z.enum(caseSeverities), alerts: count })).length(4),
  exceptions: z.object({
    /** Exceptions that permitted at least one finding. */
    used: count,
    /** Permitted findings. */
    findings: count,
    /** Exceptions with the most permitted findings. */
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
          /** Those never reported, because exceptions permit all their findings. */
          cases_untold: count,
        }),
      )
      .max(exceptionsListed),
  }),
});
export type AlertEconomics = z.output<typeof alertEconomics>;

/** Alerts per 1,000 accounts and day; null without accounts. */
export const alertRate = (
  alerts: number,
  { accounts, days }: Pick<AlertEconomics, 'accounts' | 'days'>,
): number | null => (accounts === 0 ? null : (alerts * 1_000) / (accounts * days));
