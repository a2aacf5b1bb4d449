export { readAssessments } from './sql/assessment.ts';
export { otherAccountNames } from './sql/caseAccounts.ts';
export { activityIn, type PersonUse, readPersonUse, readScope } from './sql/caseScope.ts';
export { accountKeyOf } from './sql/cases.ts';
export { type Mark, marksOf, readEvidence } from './sql/evidence.ts';
export { countPostures, readPostures } from './sql/postures.ts';
export { readRc4Uses } from './sql/rc4Uses.ts';
export { isUsedByPerson } from './sql/usedByPerson.ts';
