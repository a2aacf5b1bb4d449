import type { NameDimension } from '../rules/rule.ts';
import type { Fold } from './fold.ts';
import type { Clock, FigureWindow } from './shapes.ts';
import type { Period } from './window.ts';

/** A part of aggregates as the server reads it from rollups and the rows at the window's two ends. */
export type AggregatePart =
  /** All incidents that have a name of the dimension, or this one. */
  | { readonly total: NameDimension; readonly key?: string }
  /** Distinct names. */
  | { readonly distinct: NameDimension }
  /** Names with their counts, the most frequent first. */
  | { readonly tallies: NameDimension }
  /** Incidents of all accounts by quarter hour. */
  | { readonly quarters: true }
  /** As many of the newest incidents. */
  | { readonly newest: number };

/** A value of figures that needs no schema of its own: a count, or text. */
export type FigureField = 'count' | 'text';

/** Figures of a rule: the definition shared by the browser, the server and the contract. */
export type FiguresDefinition<Aggregates, Figures extends FigureWindow> = {
  /** Title of the call in the API's documentation. */
  readonly summary: string;
  /** First half, an incident at a time. */
  fold(period: Period): Fold<Aggregates>;
  /** Second half: order, spelling, caps and shape. */
  finish(aggregates: Aggregates, clock: Clock): Figures;
  /** The aggregates in the database; absent where a reader of its own makes them. */
  readonly reads?: { readonly [Name in keyof Aggregates]: AggregatePart };
  /** Fields beside the window; absent where the contract has a schema of its own. */
  readonly fields?: { readonly [Name in Exclude<keyof Figures, keyof FigureWindow>]: FigureField };
};
