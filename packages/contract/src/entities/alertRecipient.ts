import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { caseSeverities } from './case.ts';
import { isTimeZone } from './fields.ts';

/** A mail for each case, or one a day. */
export const alertDeliveries = ['each', 'daily'] as const;
export type AlertDelivery = (typeof alertDeliveries)[number];

const minute = z.number().int().min(0).max(1439);

/** From the first up to the second, in minutes after midnight of the recipient's time zone; over midnight where it is the smaller. */
export const quietHours = z
  .object({ from: minute, to: minute })
  .refine(({ from, to }) => from !== to, 'Quiet hours have to begin and end at different times.');

/** How an address on the list of alert recipients is mailed. Critical cases wait neither for a summary nor for quiet hours' end. */
export const alertRecipient = z.object({
  email: z.string(),
  /** False: switched off here, or by the recipient with a mail's link. */
  receives: z.boolean(),
  /** Cases below it are not mailed. */
  min_severity: z.enum(caseSeverities),
  delivery: z.enum(alertDeliveries),
  /** Null: none. */
  quiet_hours: quietHours.nullable(),
  /** IANA name of the zone of quiet hours, of the daily mail and of times in mails; null: the organization's. */
  time_zone: z.string().min(1).max(64).refine(isTimeZone, 'This time zone is not known.').nullable(),
  /** Mails an hour; what is more comes together in one. */
  hourly_cap: z.number().int().min(1).max(limits.alerts.hourlyCapMax),
});
export type AlertRecipient = z.output<typeof alertRecipient>;
