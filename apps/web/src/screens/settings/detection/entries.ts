import {
  compileNaming,
  type DetectionSettings,
  entryProblem,
  NAME_KINDS,
  type NameKind,
  SETTINGS_LIMITS,
  settingsProblem,
} from '@scout/detection';

/** Settings that are being edited. */
export type Draft = { [Kind in NameKind]: { standard: boolean; entries: string[] } };

/** A mutable copy of settings. */
export const draftOf = (settings: DetectionSettings): Draft => structuredClone(settings) as Draft;

export const isSame = (a: DetectionSettings, b: DetectionSettings): boolean =>
  NAME_KINDS.every(
    (kind) =>
      a[kind].standard === b[kind].standard &&
      a[kind].entries.length === b[kind].entries.length &&
      a[kind].entries.every((entry, n) => entry === b[kind].entries[n]),
  );

/** Adds typed or pasted entries, one per line or separated by commas or semicolons; existing ones are not repeated. */
export function addEntries(
  kind: NameKind,
  entries: readonly string[],
  text: string,
): { entries: string[]; problem: string | null } {
  const known = new Set(entries.map((entry) => entry.toLowerCase()));
  const added: string[] = [];
  for (const part of text.split(/[\r\n,;]+/)) {
    const entry = part.trim();
    if (entry === '' || known.has(entry.toLowerCase())) continue;
    const problem = entryProblem(kind, entry);
    if (problem !== null) return { entries: [...entries], problem };
    known.add(entry.toLowerCase());
    added.push(entry);
  }
  const all = [...entries, ...added];
  return all.length > SETTINGS_LIMITS.entries
    ? {
        entries: [...entries],
        problem: `At most ${SETTINGS_LIMITS.entries.toLocaleString('en-US')} entries are possible.`,
      }
    : { entries: all, problem: null };
}

/** An entry of the draft or of the settings in force. */
export interface ListedEntry {
  entry: string;
  state: 'saved' | 'new' | 'removed';
}

/** The entries in force, with those that the draft removes, and then its new ones. */
export function listedEntries(saved: readonly string[], entries: readonly string[]): ListedEntry[] {
  const [before, after] = [new Set(saved), new Set(entries)];
  return [
    ...saved.map((entry): ListedEntry => ({ entry, state: after.has(entry) ? 'saved' : 'removed' })),
    ...entries.filter((entry) => !before.has(entry)).map((entry): ListedEntry => ({ entry, state: 'new' })),
  ];
}

/** Names of a file that are added to a draft: those that it does not match yet. */
export interface AddedNames {
  draft: Draft;
  added: Record<NameKind, string[]>;
  /** Names that the draft matches already. */
  known: Record<NameKind, number>;
  /** Reason why the names do not fit, as a sentence. */
  problem: string | null;
}

export function addNames(draft: Draft, names: Readonly<Record<NameKind, readonly string[]>>): AddedNames {
  const naming = compileNaming(draft);
  const matches: Record<NameKind, (name: string) => boolean> = {
    service_accounts: naming.isServiceAccount,
    production_servers: naming.isProductionServer,
    workstations: naming.isWorkstation,
    database_clients: naming.isDatabaseClient,
  };
  const next = draftOf(draft);
  const added = byKind((kind) => names[kind].filter((name) => !matches[kind](name)));
  for (const kind of NAME_KINDS) next[kind].entries.push(...added[kind]);
  return {
    draft: next,
    added,
    known: byKind((kind) => names[kind].length - added[kind].length),
    problem: settingsProblem(next),
  };
}

const byKind = <Value>(of: (kind: NameKind) => Value): Record<NameKind, Value> =>
  Object.fromEntries(NAME_KINDS.map((kind) => [kind, of(kind)])) as Record<NameKind, Value>;
