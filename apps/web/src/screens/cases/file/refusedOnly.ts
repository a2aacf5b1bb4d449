import { type CaseFile, isOnlyRefused } from '@scout/contract';

/** True when every finding of a case is about refusals: nobody was let in, and no account needs to be disabled for it. */
export const isRefusedOnly = ({ kind, findings }: Pick<CaseFile, 'kind' | 'findings'>): boolean =>
  [kind, ...findings.map((finding) => finding.kind)].every(isOnlyRefused);
