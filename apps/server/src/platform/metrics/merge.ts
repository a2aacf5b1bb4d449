import type { Family } from './exposition.ts';

/** Families of several processes as one exposition: each family once, each sample with a process label. */
export function mergeProcesses(byProcess: ReadonlyMap<string, readonly Family[]>): Family[] {
  const merged = new Map<string, Family>();
  for (const [process, families] of byProcess) {
    for (const family of families) {
      const samples = family.samples.map((sample) => ({ ...sample, labels: { process, ...sample.labels } }));
      const before = merged.get(family.name)?.samples ?? [];
      merged.set(family.name, { ...family, samples: [...before, ...samples] });
    }
  }
  return [...merged.values()];
}
