import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { incidentsOf, matchRules } from '../detect.ts';
import { type Row, RULE_IDS, type RuleId, type RuleMatch } from '../event.ts';
import { normaliseValue } from '../normalise/normalise.ts';
import { RULES } from './index.ts';

/** One event of a rule's cases.json. `expect` holds the expected match; a quiet case expects no match of the rule. */
type Case = { name: string; row: Row; expect?: Partial<RuleMatch> };
type Cases = { rule: string; fires: Case[]; quiet: Case[] };

const NOW = Date.UTC(2026, 10, 21);
const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('every folder is a rule and every rule a folder', () => {
  expect(folders.toSorted()).toEqual([...RULE_IDS].sort());
  expect(Object.keys(RULES)).toEqual([...RULE_IDS]);
});

describe.each(folders)('%s', (folder) => {
  const cases = JSON.parse(readFileSync(new URL(`${folder}/cases.json`, import.meta.url), 'utf8')) as Cases;
  const rule = RULES[folder as RuleId];

  test('id, folder, title and cases agree', () => {
    expect(rule.id).toBe(folder);
    expect(rule.title.toLowerCase().replaceAll(' ', '-')).toBe(folder);
    expect(cases.rule).toBe(folder);
  });

  test('at least fifteen events fire and fifteen do not, each under its own name', () => {
    expect(cases.fires.length).toBeGreaterThanOrEqual(15);
    expect(cases.quiet.length).toBeGreaterThanOrEqual(15);
    const names = [...cases.fires, ...cases.quiet].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(cases.fires)('fires: $name', ({ row, expect: expected }) => {
    const match = matchRules(row).find(({ rule: id }) => id === folder);
    expect(match).toMatchObject({ rule: folder, ...expected });
    expect(incidentsOf([row], rule.id)).toEqual([{ ...match, id: row.id ?? '' }]);
  });

  test.each(cases.quiet)('stays quiet: $name', ({ row }) => {
    expect(matchRules(row).filter(({ rule: id }) => id === folder)).toEqual([]);
    expect(incidentsOf([row], rule.id)).toEqual([]);
  });

  test('a row classifies the same before and after ingest', () => {
    for (const { name, row } of [...cases.fires, ...cases.quiet]) {
      const result = normaliseValue(row, NOW);
      // Some rows are too unusual to be stored, and match nothing in either form.
      if (!result.ok) expect(matchRules(row), name).toEqual([]);
      else expect(matchRules(result.row), name).toEqual(matchRules(row));
    }
  });
});
