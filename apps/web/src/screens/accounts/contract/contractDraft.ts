import { type AccountContract, accountContractRule } from '@scout/contract';
import { hostInCapitals } from '@scout/detection/names';

/** A contract in editable form: one name per line. */
export interface ContractDraft {
  readonly sources: string;
  readonly destinations: string;
  readonly kinds: readonly string[];
  readonly hours: readonly number[];
}

export const draftOf = ({ sources, destinations, kinds, hours }: AccountContract): ContractDraft => ({
  sources: sources.map(hostInCapitals).join('\n'),
  destinations: destinations.map(hostInCapitals).join('\n'),
  kinds,
  hours,
});

export const emptyDraft: ContractDraft = { sources: '', destinations: '', kinds: [], hours: [] };

/** Faults of a draft by part; `all` concerns the whole draft. */
export type ContractProblems = Partial<Record<keyof ContractDraft | 'all', string>>;

/** The contract of a draft, or its faults. */
export function readDraft(
  draft: ContractDraft,
): { contract: AccountContract } | { problems: ContractProblems } {
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const parsed = accountContractRule.safeParse({
    ...draft,
    sources: lines(draft.sources),
    destinations: lines(draft.destinations),
  });
  if (parsed.success) return { contract: parsed.data };
  const problems: ContractProblems = {};
  for (const { path, message } of parsed.error.issues) {
    const part = (path[0] ?? 'all') as keyof ContractProblems;
    problems[part] ??= message;
  }
  return { problems };
}
