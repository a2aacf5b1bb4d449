import {
  type DetectionSettings,
  entryProblem,
  NAME_KINDS,
  type NameKind,
  SETTINGS_LIMITS,
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
