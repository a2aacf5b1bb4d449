import type {
  FailedLogonFigures,
  InfrastructureChangeFigures,
  InteractiveLogonFigures,
  ServiceAccountActivityFigures,
} from '@scout/detection';
import { CHANGE_SEVERITIES } from '@scout/detection/event';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { caseNumber, caseStates } from './case.ts';
import { isoTime, timeZone } from './fields.ts';
import { isOrdered, orderFault, windowFields } from './window.ts';

const count = z.number().int().nonnegative();
const rows = limits.figures.listRows;
const serviceAccountCount = z.object({ serviceAccount: z.string(), count });
const subjectUserCount = z.object({ subjectUser: z.string(), count });
const workstationCount = z.object({ workstation: z.string(), count });

/** Window of a figure, inclusive on both ends; by default `until` is now and `since` 720 hours earlier. */
const since = isoTime;
const until = isoTime;

/** Query for figures: the viewer's time zone and a window, inclusive on both ends. Defaults: `to` is now, `from` is 720 hours before `to`. */
export const figuresQuery = z
  .object({ tz: timeZone.default('UTC'), ...windowFields })
  .refine(isOrdered, orderFault);
export type FiguresQuery = z.output<typeof figuresQuery>;

/** One local day of a trend; `movingAverage` is the mean of up to seven days ending with it. */
export const trendPoint = z.object({
  x: z.number().int(),
  y: count,
  movingAverage: z.number(),
  timeRange: z.literal('00:00 – 23:59'),
  fullDate: z.string(),
});

/** 30 days, or each day in the requested window. */
const trend = z.array(trendPoint).max(limits.figures.windowDaysMax + 1);

/** Service Account Activity over the window. Lists are in descending order of count, the log newest first. */
export const serviceAccountActivityFigures = z.object({
  since,
  until,
  totalIncidents: count,
  totalWorkstations: count,
  byServiceAccount: z.array(serviceAccountCount).max(rows),
  byWorkstation: z.array(workstationCount).max(rows),
  bySubjectUser: z.array(subjectUserCount).max(rows),
  trend,
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

/**
 * Failed Logons over the window. `velocityRatio` is distinct clock hours with failures divided by 720, or by the hours of the
 * requested window.
 */
export const failedLogonFigures = z.object({
  since,
  until,
  total: count,
  byServiceAccount: z.array(serviceAccountCount).max(rows),
  byServer: z.array(z.object({ server: z.string(), count })).max(rows),
  bySubjectUser: z.array(subjectUserCount).max(rows),
  trend,
  log: z
    .array(
      z.object({
        serviceAccount: z.string(),
        velocityRatio: z.string(),
        averageFailuresPerHour: count,
        /** Failures in the clock hour with the most failures. */
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
  trend,
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

/** Levels of the panel (spec section 9), highest first. */
const riskLevels = ['high', 'medium', 'low'] as const;

/**
 * The assessor's verdicts for the window: the most severe finding of each case. What goes on now comes first, jobs that fail last, by
 * severity within each. Excludes findings permitted by exceptions, and cases closed as expected use or false alarms.
 */
export const riskVerdicts = z.object({
  since,
  until,
  /** Total, including unlisted ones. */
  total: count,
  verdicts: z
    .array(
      z.object({
        case: caseNumber,
        time: isoTime,
        /** First and last activity of the case, with later use on its way. */
        firstSeen: isoTime,
        lastSeen: isoTime,
        state: z.enum(caseStates),
        /** Source machine. */
        computer: z.string().nullable(),
        serviceAccount: z.string(),
        /** Target server, production servers first. */
        prdDbServer: z.string().nullable(),
        /** A critical case is of high risk: the panel has three levels. */
        riskLevel: z.enum(riskLevels),
        /** Description of the event, and the reason for the rating. */
        riskDetails: z.string(),
        nextStep: z.string().nullable(),
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
        /** Empty when the change concerns no single account and no service account made it. */
        serviceAccount: z.string(),
        server: z.string().nullable(),
        changeType: z.string(),
        severity: z.enum(CHANGE_SEVERITIES),
        description: z.string(),
      }),
    )
    .max(rows),
}) satisfies z.ZodType<InfrastructureChangeFigures>;

export type {
  FailedLogonFigures,
  InfrastructureChangeFigures,
  InteractiveLogonFigures,
  ServiceAccountActivityFigures,
};
