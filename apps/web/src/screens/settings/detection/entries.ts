import {
  type DetectionSettings,
  entryProblem,
  NAME_KINDS,
  type NameKind,
  SETTINGS_LIMITS,
} from '@scout/detection';

/** Settings that are being edited. */
export type Draft = { [Kind in NameKind]: { standard: boolean; entries: string[] } };

/** A draft of settings of its own. */
export const draftOf = (settings: DetectionSettings): Draft => structuredClone(settings) as Draft;

export const isSame = (a: DetectionSettings, b: DetectionSettings): boolean =>
  NAME_KINDS.every(
    (kind) =>
      a[kind].standard === b[kind].standard &&
      a[kind].entries.length === b[kind].entries.length &&
      a[kind].entries.every((entry, n) => entry === b[kind].entries[n]),
  );

/** Adds what was typed or pasted, one entry a line, also parted by commas or semicolons; those that are there already once. */
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
