/** Scout's detection: line to row, row to incident, incidents to figures. Pure: no Node, no DOM, no clock. */

export { SECURITY_PROVIDER } from './catalogue/events.ts';
export { LOGON_TYPES } from './codes/logonTypes.ts';
export { incidentsOf, matchRules } from './detect.ts';
export * from './event.ts';
export type * from './figures/aggregates.ts';
export { isTimeZone } from './figures/days.ts';
export type { AggregatePart, FigureField, FiguresDefinition } from './figures/definition.ts';
export {
  failedLogonFigures,
  finishFailedLogons,
  foldFailedLogons,
} from './figures/failedLogons.ts';
export type { Fold } from './figures/fold.ts';
export {
  finishInfrastructureChanges,
  foldInfrastructureChanges,
  infrastructureChangeFigures,
} from './figures/infrastructureChanges.ts';
export {
  finishInteractiveLogons,
  foldInteractiveLogons,
  interactiveLogonFigures,
} from './figures/interactiveLogons.ts';
export {
  finishServiceAccountActivity,
  foldServiceAccountActivity,
  serviceAccountActivityFigures,
} from './figures/serviceAccountActivity.ts';
export type * from './figures/shapes.ts';
export {
  hoursOf,
  INCIDENT_LOG_LIMIT,
  LIST_LIMIT,
  type Period,
  type Span,
  splitWindow,
  VALUES_LIMIT,
  WINDOW_HOURS,
  type WindowSplit,
  wholeUnits,
} from './figures/window.ts';
export {
  cappedName,
  fileName,
  hostInCapitals,
  isProductionServer,
  isServiceAccount,
  isWorkstation,
  keyOf,
  plainAddress,
  shownHost,
  shownProgram,
  stripAccount,
  stripHost,
  subjectUserOf,
  textOf,
} from './names.ts';
export { compileNaming, type Naming, STANDARD_NAMING } from './naming.ts';
export { normaliseLine, normaliseValue } from './normalise/normalise.ts';
export { compareCodePoints } from './order.ts';
export { type FailedLogonSearch, failedLogonPanels } from './panels/failedLogons.ts';
export { infrastructureChangePanels } from './panels/infrastructureChanges.ts';
export { interactiveLogonPanels } from './panels/interactiveLogons.ts';
export { PANEL_LIMITS } from './panels/limits.ts';
export { isUnfiltered, matchesSearch, SHOW_ALL } from './panels/search.ts';
export { serviceAccountActivityPanels } from './panels/serviceAccountActivity.ts';
export {
  type Counting,
  countFigures,
  FIGURED_RULES,
  FIGURES,
  type FiguredRule,
  type FiguresOf,
  figuresOf,
  RULES,
} from './rules/index.ts';
export type { NameDimension, PairDimension, Rule, RuleFinding } from './rules/rule.ts';
export * from './settings.ts';
export { eventTime, QUARTER } from './time.ts';
