import type { ChangeSeverity } from '../event.ts';

/** Time and time zone of the figures, passed as arguments so that the same events always give the same figures. */
export type Clock = {
  /** Epoch milliseconds. */
  now: number;
  /** IANA name, such as `Asia/Kolkata`. */
  timeZone: string;
  /** Start of the figures in epoch milliseconds; 720 hours before `now` by default (specification section 9). */
  since?: number | undefined;
};

/** The window of a figure, as ISO times with milliseconds, inclusive on both ends. */
export type FigureWindow = { since: string; until: string };

export type AccountCount = { serviceAccount: string; count: number };
export type WorkstationCount = { workstation: string; count: number };
export type ServerCount = { server: string; count: number };
export type SubjectUserCount = { subjectUser: string; count: number };

/** One local day of a trend. */
export type TrendPoint = {
  /** 0 is the first day; in the default window 0 is 29 days ago and 29 is today. */
  x: number;
  /** Incidents of that day within the window. */
  y: number;
  /** Mean of up to 7 days ending here, 2 decimals. */
  movingAverage: number;
  timeRange: '00:00 – 23:59';
  /** 'Sat, Nov 21, 2026'. */
  fullDate: string;
};

export type ActivityLogRow = {
  id: string;
  /** ISO time with milliseconds. */
  time: string;
  computer: string | null;
  serviceAccount: string;
  prdDbServer: string | null;
  process: string | null;
  subjectUser: string | null;
};

export type ServiceAccountActivityFigures = FigureWindow & {
  totalIncidents: number;
  totalWorkstations: number;
  byServiceAccount: AccountCount[];
  byWorkstation: WorkstationCount[];
  bySubjectUser: SubjectUserCount[];
  trend: TrendPoint[];
  log: ActivityLogRow[];
};

export type FailedLogonLogRow = {
  serviceAccount: string;
  /** `{distinct clock hours of the epoch with a failure}/{hours of the window}`: 720 by default. */
  velocityRatio: string;
  averageFailuresPerHour: number;
  /** Failures in the clock hour with the most failures. */
  peakFailuresPerHour: number;
  failureReasons: string[];
  sourceHosts: string[];
  destinationServers: string[];
};

export type FailedLogonFigures = FigureWindow & {
  total: number;
  byServiceAccount: AccountCount[];
  byServer: ServerCount[];
  bySubjectUser: SubjectUserCount[];
  trend: TrendPoint[];
  log: FailedLogonLogRow[];
};

export type InteractiveLogonLogRow = {
  id: string;
  /** ISO time with milliseconds. */
  time: string;
  serviceAccount: string;
  workstation: string | null;
  subjectUser: string | null;
};

export type InteractiveLogonFigures = FigureWindow & {
  totalIncidents: number;
  totalWorkstations: number;
  byWorkstation: WorkstationCount[];
  bySubjectUser: SubjectUserCount[];
  trend: TrendPoint[];
  log: InteractiveLogonLogRow[];
};

export type InfrastructureChangeRow = {
  id: string;
  /** ISO time with milliseconds. */
  timestamp: string;
  /** Empty when the change concerns no single account and no service account made it. */
  serviceAccount: string;
  server: string | null;
  changeType: string;
  severity: ChangeSeverity;
  description: string;
};

export type InfrastructureChangeFigures = FigureWindow & {
  totalChanges: number;
  highSeverity: number;
  log: InfrastructureChangeRow[];
};
