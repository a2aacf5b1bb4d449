import { hash } from 'node:crypto';
import type { EvidenceEntry } from '@scout/contract';
import { expect, test } from 'vitest';
import { canonicalJson, sealEvidence, verifyEvidence } from './evidenceChain.ts';
import { evidenceSample } from './testing/evidence.ts';

test.each([
  [{ b: 1, a: [{ d: null, c: 'ü"\n' }] }, '{"a":[{"c":"ü\\"\\n","d":null}],"b":1}'],
  [{ ä: 1, z: 2, A: 3, '': true }, '{"":true,"A":3,"z":2,"ä":1}'],
  [[], '[]'],
])('%j is written as %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test('the hashes are those in the document', () => {
  const { entries, head, made_at: _at, made_by: _by, ...about } = evidenceSample();
  let before = hash('sha256', canonicalJson(about));
  for (const link of entries) {
    before = hash('sha256', before + canonicalJson(link.entry));
    expect(link.hash).toBe(before);
  }
  expect(head).toBe(before);
  expect(entries.length).toBeGreaterThan(4);
});

test('a file is valid whatever its spacing and key order, and whoever made the copy', () => {
  const file = evidenceSample();
  const turned = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(turned)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, of]) => [name, turned(of)]),
          )
        : value;
  const read = JSON.parse(JSON.stringify(turned(file), null, 4));
  expect(verifyEvidence(read)).toEqual({ holds: true, entries: file.entries.length, head: file.head });
  expect(verifyEvidence({ ...read, made_by: 'eve@northwind.example' }).holds).toBe(true);
});

test('entries are sorted by time, whatever the order of reading', () => {
  const { entries, head, ...about } = evidenceSample();
  const read = entries.map(({ entry }) => entry);
  expect(sealEvidence(about, read.toReversed()).head).toBe(head);
  expect(read.map(({ at }) => at)).toEqual(read.map(({ at }) => at).sort());
});

interface Loose {
  entries: { entry: Record<string, unknown>; hash: string }[];
  [name: string]: unknown;
}
const copy = () => structuredClone(evidenceSample()) as unknown as Loose;

/** Every position in a value, as a path of names. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, of]) => places(of, [...path, name]))];
}

test('any changed, removed or added value is detected', () => {
  const unchained = ['made_at', 'made_by'];
  const all = places(copy()).filter(([first]) => first !== undefined && !unchained.includes(String(first)));
  expect(all.length).toBeGreaterThan(80);
  for (const path of all) {
    const name = path.at(-1)!;
    const changed = copy();
    const parent = path
      .slice(0, -1)
      .reduce<Record<string, unknown>>((at, step) => at[step] as never, changed);
    const before = parent[name];
    parent[name] = typeof before === 'number' ? before + 1 : typeof before === 'string' ? `${before}0` : 'x';
    expect(verifyEvidence(changed).holds, `changed ${path.join('.')}`).toBe(false);
    const removed = copy();
    const from = path.slice(0, -1).reduce<Record<string, unknown>>((at, step) => at[step] as never, removed);
    if (Array.isArray(from)) from.splice(Number(name), 1);
    else delete from[name];
    expect(verifyEvidence(removed).holds, `removed ${path.join('.')}`).toBe(false);
    if (typeof before !== 'object' || before === null) continue;
    const added = copy();
    const into = path.reduce<Record<string, unknown>>((at, step) => at[step] as never, added);
    if (Array.isArray(into)) into.push('x');
    else into.extra = 'x';
    expect(verifyEvidence(added).holds, `added to ${path.join('.')}`).toBe(false);
  }
});

test('moved, repeated or foreign entries are detected, with their place', () => {
  const { length } = evidenceSample().entries;
  for (let one = 0; one < length; one += 1) {
    for (let other = one + 1; other < length; other += 1) {
      const moved = copy();
      [moved.entries[one], moved.entries[other]] = [moved.entries[other]!, moved.entries[one]!];
      expect(verifyEvidence(moved)).toMatchObject({ holds: false, entry: one + 1 });
    }
    const repeated = copy();
    repeated.entries.splice(one, 0, repeated.entries[one]!);
    expect(verifyEvidence(repeated)).toMatchObject({ holds: false, entry: one + 2 });
  }
  const { entries, head: _head, ...about } = evidenceSample();
  const read = entries.map(({ entry }) => entry);
  const foreign = sealEvidence(about, [
    { ...read[0]!, account: 'svc.other' } as EvidenceEntry,
    ...read.slice(1),
  ]);
  const mixed = copy();
  mixed.entries[length - 1] = foreign.entries[length - 1] as never;
  expect(verifyEvidence(mixed)).toMatchObject({ holds: false, entry: length });
});

test('a rebuilt chain is valid, and has another head', () => {
  const { entries, head, ...about } = evidenceSample();
  const forged = sealEvidence(
    about,
    entries.slice(1).map(({ entry }) => entry),
  );
  expect(verifyEvidence(forged)).toMatchObject({ holds: true });
  expect(forged.head).not.toBe(head);
});

test.each([
  null,
  7,
  'text',
  [],
  {},
  { format: 'scout-evidence', version: 2, entries: [] },
  { format: 'scout-evidence', version: 1 },
])('%j is not evidence', (value) => {
  expect(verifyEvidence(value)).toEqual({
    holds: false,
    fault: 'This is not Scout evidence, version 1.',
    entry: null,
  });
});
