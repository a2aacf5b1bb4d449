import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { caseSeverities } from './case.ts';
import { isTimeZone } from './fields.ts';

/** One mail per case, or one per day. */
export const alertDeliveries = ['each', 'daily'] as const;
export type AlertDelivery = (typeof alertDeliveries)[number];

const minute = z.number().int().min(0).max(1439);

/** Start (inclusive) and end (exclusive) in minutes after midnight of the recipient's time zone; spans midnight if the end is smaller. */
export const quietHours = z
  .object({ from: minute, to: minute })
  .refine(({ from, to }) => from !== to, 'Quiet hours must begin and end at different times.');

/** Mail settings of an address on the list of alert recipients. Critical cases ignore daily summaries and quiet hours. */
export const alertRecipient = z.object({
  email: z.string(),
  /** False: switched off here, or by the recipient with a mail's unsubscribe link. */
  receives: z.boolean(),
  /** Cases below this severity are not mailed. */
  min_severity: z.enum(caseSeverities),
  delivery: z.enum(alertDeliveries),
  /** Null: none. */
  quiet_hours: quietHours.nullable(),
  /** IANA name of the zone for quiet hours, the daily mail and times in mails; null: the organization's. */
  time_zone: z.string().min(1).max(64).refine(isTimeZone, 'Unknown time zone.').nullable(),
  /** Mails per hour; further cases are combined in one mail. */
  hourly_cap: z.number().int().min(1).max(limits.alerts.hourlyCapMax),
});
export type AlertRecipient = z.output<typeof alertRecipient>;
