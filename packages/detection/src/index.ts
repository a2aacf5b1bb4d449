import type { Incident, NormaliseResult, Row, RuleId, RuleMatch } from './event.ts';
import type {
  AiRiskAggregates,
  FailedLogonAggregates,
  InteractiveLogonAggregates,
  ServiceAccountActivityAggregates,
} from './figures/aggregates.ts';
import type {
  AiRiskFigures,
  Clock,
  FailedLogonFigures,
  InteractiveLogonFigures,
  ServiceAccountActivityFigures,
} from './figures/shapes.ts';

export * from './event.ts';
export type * from './figures/aggregates.ts';
export type * from './figures/shapes.ts';

/** Bounds of a figure's window, epoch milliseconds. Head, quarters and tail together are the window, without overlap. */
export type WindowSplit = {
  since: number;
  until: number;
  /** Whole quarter hours: buckets with from <= bucket < to. */
  quarters: { from: number; to: number };
  /** Rows with from <= time < to, before the first whole quarter hour. */
  head: { from: number; to: number };
  /** Rows with from <= time < to, after the last; `to` is until + 1. */
  tail: { from: number; to: number };
};

type Later = never;
const later = (): Later => {
  throw new Error('being written');
};

/** One NDJSON line to a row or a reasoned rejection. Never throws. */
export const normaliseLine: (text: string, now: number) => NormaliseResult = later;
/** The same after JSON.parse. */
export const normaliseValue: (value: unknown, now: number) => NormaliseResult = later;
/** Cuts a stream of `wevtutil` output into `<Event …>…</Event>` texts. */
export const createEventSplitter: () => { push(text: string): string[]; end(): { rest: string } } = later;

export const matchRules: (row: Row) => RuleMatch[] = later;
export const incidentsOf: (rows: readonly Row[], rule: RuleId) => Incident[] = later;

/** Epoch milliseconds of a row by the fields of specification section 3, or null. */
export const eventTime: (row: Row) => number | null = later;
/** A name in the form that compares: lower case, nothing else changed. Use it for failure reasons and source hosts too. */
export const keyOf: (name: string) => string = later;
export const isServiceAccount: (name: string) => boolean = later;
export const isProductionServer: (name: string) => boolean = later;
export const isWorkstation: (name: string) => boolean = later;
export const stripAccount: (name: string) => string = later;
export const stripHost: (name: string) => string = later;
/** Order of Unicode code points, which is PostgreSQL's COLLATE "C" for UTF-8. */
export const compareCodePoints: (a: string, b: string) => number = later;

export const isTimeZone: (name: string) => boolean = later;
export const splitWindow: (now: number) => WindowSplit = later;

export const serviceAccountActivityFigures: (
  incidents: readonly Incident[],
  clock: Clock,
) => ServiceAccountActivityFigures = later;
export const failedLogonFigures: (incidents: readonly Incident[], clock: Clock) => FailedLogonFigures = later;
export const interactiveLogonFigures: (
  incidents: readonly Incident[],
  clock: Clock,
) => InteractiveLogonFigures = later;
export const aiRiskFigures: (incidents: readonly Incident[], clock: Clock) => AiRiskFigures = later;
export const aiRiskNotice: (count: number) => string = later;

/** Incidents to aggregates: only those inside the window of `now` count. */
export const aggregateServiceAccountActivity: (
  incidents: readonly Incident[],
  now: number,
) => ServiceAccountActivityAggregates = later;
export const aggregateFailedLogons: (incidents: readonly Incident[], now: number) => FailedLogonAggregates =
  later;
export const aggregateInteractiveLogons: (
  incidents: readonly Incident[],
  now: number,
) => InteractiveLogonAggregates = later;
export const aggregateAiRisk: (incidents: readonly Incident[], now: number) => AiRiskAggregates = later;

export const finishServiceAccountActivity: (
  aggregates: ServiceAccountActivityAggregates,
  clock: Clock,
) => ServiceAccountActivityFigures = later;
export const finishFailedLogons: (aggregates: FailedLogonAggregates, clock: Clock) => FailedLogonFigures =
  later;
export const finishInteractiveLogons: (
  aggregates: InteractiveLogonAggregates,
  clock: Clock,
) => InteractiveLogonFigures = later;
export const finishAiRisk: (aggregates: AiRiskAggregates, clock: Clock) => AiRiskFigures = later;
