import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

const count = z.number().int().nonnegative();
const rows = limits.figures.listRows;
const serviceAccountCount = z.object({ serviceAccount: z.string(), count });
const workstationCount = z.object({ workstation: z.string(), count });

/** The window that a figure covers, inclusive on both ends: `until` is now, `since` 720 hours before. */
const since = isoTime;
const until = isoTime;

/** Service Account Activity over the window. Lists by count descending, the log newest first. */
export const serviceAccountActivityFigures = z.object({
  since,
  until,
  totalIncidents: count,
  totalWorkstations: count,
  byServiceAccount: z.array(serviceAccountCount).max(rows),
  byWorkstation: z.array(workstationCount).max(rows),
  log: z
    .array(
      z.object({
        id: z.string(),
        time: isoTime,
        computer: z.string().nullable(),
        serviceAccount: z.string(),
        prdDbServer: z.string().nullable(),
        process: z.string().nullable(),
      }),
    )
    .max(rows),
});
export type ServiceAccountActivityFigures = z.output<typeof serviceAccountActivityFigures>;

/** One local day of the failed-logon trend; `movingAverage` is the mean of up to seven days ending with it. */
export const trendPoint = z.object({
  x: z.number().int(),
  y: count,
  movingAverage: z.number(),
  timeRange: z.literal('00:00 – 23:59'),
  fullDate: z.string(),
});

/** Failed Logons over the window. `velocityRatio` is `{distinct clock hours with failures}/720`. */
export const failedLogonFigures = z.object({
  since,
  until,
  total: count,
  byServiceAccount: z.array(serviceAccountCount).max(rows),
  byServer: z.array(z.object({ server: z.string(), count })).max(rows),
  trend: z.array(trendPoint).length(limits.figures.trendDays),
  log: z
    .array(
      z.object({
        serviceAccount: z.string(),
        velocityRatio: z.string(),
        averageFailuresPerHour: count,
        failureReasons: z.array(z.string()),
        sourceHosts: z.array(z.string()),
        destinationServers: z.array(z.string()),
      }),
    )
    .max(rows),
});
export type FailedLogonFigures = z.output<typeof failedLogonFigures>;

/** Interactive Logons over the window. */
export const interactiveLogonFigures = z.object({
  since,
  until,
  totalIncidents: count,
  totalWorkstations: count,
  byWorkstation: z.array(workstationCount).max(rows),
  log: z
    .array(z.object({ time: isoTime, serviceAccount: z.string(), workstation: z.string().nullable() }))
    .max(rows),
});
export type InteractiveLogonFigures = z.output<typeof interactiveLogonFigures>;

/** The AI risk notice: events of the stricter rule, and the words for that count. */
export const aiRiskFigures = z.object({ since, until, count, notice: z.string() });
export type AiRiskFigures = z.output<typeof aiRiskFigures>;
