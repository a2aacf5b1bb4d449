/** From events to cases: accounts' activity, its novelty, and the person behind it. Pure: no clock, no randomness, no input or output. */

export {
  type Assessor,
  createAssessor,
  type KnownAccount,
  openAssessor,
  type StoredAssessor,
} from './assessor.ts';
export type { Person } from './attribute/attribution.ts';
export {
  type Activity,
  type Breach,
  breachWords,
  type Contract,
  checkContract,
  isUse,
  proposeContract,
} from './contracts/contract.ts';
export { type Exception, type Excusable, exceptionFor } from './contracts/exceptions.ts';
export { matchesPattern } from './contracts/patterns.ts';
export { type ContractTrial, type TriedActivity, type TriedCase, tryContract } from './contracts/trial.ts';
export {
  type AccountFacts,
  type DirectoryFacts,
  environmentOf,
  type MachineFacts,
  NO_DIRECTORY,
  type System,
} from './directory.ts';
export { FEATURES, type Feature, featureOf, UNWEIGHTED, type Weights } from './features.ts';
export { FITTED } from './fittedWeights.ts';
export { type Bucket, emptyBucket } from './fold/bucket.ts';
export { ActivityFold, mergePart, writePart } from './fold/parts.ts';
export type { Inventory } from './inventory.ts';
export { diagnoseRefusals, type RefusedLogons } from './judge/refusals.ts';
export { type Graded, moreSevere, SEVERITIES, type Severity } from './judge/severity.ts';
export type { DecoySpan, Part } from './learn/tenant.ts';
export { hostWord } from './names.ts';
export type { CaseAlert, Finding } from './report/alert.ts';
export { type PostureChange, postureFinding } from './report/postures.ts';
export { activityWords } from './report/sentence.ts';
export {
  caseHeadline,
  caseSentence,
  caseStatement,
  type Statement,
  sentenceIn,
  sentenceOfStatement,
} from './report/statement.ts';
export type { DayCell, RefusalCause, WeakUse } from './state.ts';
export { ASSESSOR_VERSION } from './storage.ts';
