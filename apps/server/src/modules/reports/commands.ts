export { verifyEvidence } from './evidenceChain.ts';
