import type {
  AiRiskFigures,
  FailedLogonFigures,
  InfrastructureChangeFigures,
  InteractiveLogonFigures,
  ServiceAccountActivityFigures,
} from '@scout/detection';
import { SEVERITIES } from '@scout/detection/event';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { caseNumber, caseSeverities } from './case.ts';
import { isoTime, timeZone } from './fields.ts';
import { isOrdered, orderFault, windowFields } from './window.ts';

const count = z.number().int().nonnegative();
const rows = limits.figures.listRows;
const serviceAccountCount = z.object({ serviceAccount: z.string(), count });
const subjectUserCount = z.object({ subjectUser: z.string(), count });
const workstationCount = z.object({ workstation: z.string(), count });

/** The window that a figure covers, inclusive on both ends: unless another was asked for, `until` is now and `since` 720 hours before. */
const since = isoTime;
const until = isoTime;

/**
 * Query for figures: the viewer's time zone and a window, inclusive on both ends. Without `to` it ends now, without
 * `from` it begins 720 hours before its end.
 */
export const figuresQuery = z
  .object({ tz: timeZone.default('UTC'), ...windowFields })
  .refine(isOrdered, orderFault);
export type FiguresQuery = z.output<typeof figuresQuery>;

/** Service Account Activity over the window. Lists by count descending, the log newest first. */
export const serviceAccountActivityFigures = z.object({
  since,
  until,
  totalIncidents: count,
  totalWorkstations: count,
  byServiceAccount: z.array(serviceAccountCount).max(rows),
  byWorkstation: z.array(workstationCount).max(rows),
  bySubjectUser: z.array(subjectUserCount).max(rows),
  log: z
    .array(
      z.object({
        id: z.string(),
        time: isoTime,
        computer: z.string().nullable(),
        serviceAccount: z.string(),
        prdDbServer: z.string().nullable(),
        process: z.string().nullable(),
        subjectUser: z.string().nullable(),
      }),
    )
    .max(limits.figures.incidentLogRows),
}) satisfies z.ZodType<ServiceAccountActivityFigures>;

/** One local day of the failed-logon trend; `movingAverage` is the mean of up to seven days ending with it. */
export const trendPoint = z.object({
  x: z.number().int(),
  y: count,
  movingAverage: z.number(),
  timeRange: z.literal('00:00 – 23:59'),
  fullDate: z.string(),
});

/** Failed Logons over the window. `velocityRatio` is `{distinct clock hours with failures}/720`, or of another window its hours. */
export const failedLogonFigures = z.object({
  since,
  until,
  total: count,
  byServiceAccount: z.array(serviceAccountCount).max(rows),
  byServer: z.array(z.object({ server: z.string(), count })).max(rows),
  bySubjectUser: z.array(subjectUserCount).max(rows),
  /** 30 days, or each day that another window touches. */
  trend: z.array(trendPoint).max(limits.figures.windowDaysMax + 1),
  log: z
    .array(
      z.object({
        serviceAccount: z.string(),
        velocityRatio: z.string(),
        averageFailuresPerHour: count,
        /** Failures of the clock hour with most of them. */
        peakFailuresPerHour: count,
        failureReasons: z.array(z.string()),
        sourceHosts: z.array(z.string()),
        destinationServers: z.array(z.string()),
      }),
    )
    .max(rows),
}) satisfies z.ZodType<FailedLogonFigures>;

/** Interactive Logons over the window. */
export const interactiveLogonFigures = z.object({
  since,
  until,
  totalIncidents: count,
  totalWorkstations: count,
  byWorkstation: z.array(workstationCount).max(rows),
  bySubjectUser: z.array(subjectUserCount).max(rows),
  log: z
    .array(
      z.object({
        id: z.string(),
        time: isoTime,
        serviceAccount: z.string(),
        workstation: z.string().nullable(),
        subjectUser: z.string().nullable(),
      }),
    )
    .max(rows),
}) satisfies z.ZodType<InteractiveLogonFigures>;

/** The AI risk notice: events of the stricter rule, and the words for that count. */
export const aiRiskFigures = z.object({
  since,
  until,
  count,
  notice: z.string(),
}) satisfies z.ZodType<AiRiskFigures>;

/**
 * What the assessor makes of the window: of each case with a finding in it the gravest one, the newest first. Findings that exceptions
 * permit are left out, and cases that were closed as expected use or false alarms.
 */
export const riskVerdicts = z.object({
  since,
  until,
  /** All of them, also those that are not listed. */
  total: count,
  verdicts: z
    .array(
      z.object({
        case: caseNumber,
        time: isoTime,
        /** The machine that it came from. */
        computer: z.string().nullable(),
        serviceAccount: z.string(),
        /** The server that it went to, production servers first. */
        prdDbServer: z.string().nullable(),
        riskLevel: z.enum(caseSeverities),
        /** What happened, and why it is rated so. */
        riskDetails: z.string(),
      }),
    )
    .max(rows),
});
export type RiskVerdicts = z.output<typeof riskVerdicts>;

/** Infrastructure Changes over the window, the log newest first. */
export const infrastructureChangeFigures = z.object({
  since,
  until,
  totalChanges: count,
  highSeverity: count,
  log: z
    .array(
      z.object({
        id: z.string(),
        timestamp: isoTime,
        /** Empty where the change concerns no one account. */
        serviceAccount: z.string(),
        server: z.string().nullable(),
        changeType: z.string(),
        severity: z.enum(SEVERITIES),
        description: z.string(),
      }),
    )
    .max(rows),
}) satisfies z.ZodType<InfrastructureChangeFigures>;

export type {
  AiRiskFigures,
  FailedLogonFigures,
  InfrastructureChangeFigures,
  InteractiveLogonFigures,
  ServiceAccountActivityFigures,
};
