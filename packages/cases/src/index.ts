/** From events to cases: accounts' activity, its novelty, and the person behind it. Pure: no clock, no randomness, no input or output. */
export type { CaseAlert, Finding } from './alert.ts';
export {
  type Assessor,
  createAssessor,
  type KnownAccount,
  openAssessor,
  type StoredAssessor,
} from './assessor.ts';
export type { Person } from './attribution.ts';
export { type Bucket, emptyBucket } from './bucket.ts';
export {
  type Activity,
  type Breach,
  breachWords,
  type Contract,
  checkContract,
  isUse,
  proposeContract,
} from './contract.ts';
export { applyExceptions, type Exception, type Excusable, exceptionFor } from './exceptions.ts';
export type { Inventory } from './inventory.ts';
export { hostWord } from './names.ts';
export { ActivityFold, mergePart, writePart } from './parts.ts';
export { matchesPattern } from './patterns.ts';
export { diagnoseRefusals, type RefusalCause, type Refusals } from './refusals.ts';
export { activityWords } from './sentence.ts';
export { type Graded, graver, SEVERITIES, type Severity } from './severity.ts';
export type { DayCell } from './state.ts';
export {
  caseSentence,
  caseStatement,
  type Statement,
  sentenceIn,
  sentenceOfStatement,
} from './statement.ts';
export { ASSESSOR_VERSION } from './storage.ts';
export { type ContractTrial, type TriedActivity, type TriedCase, tryContract } from './trial.ts';
