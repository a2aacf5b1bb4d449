import { readdirSync, readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Folders whose regular expressions read texts that anybody may send, or compare them with an organization's settings. */
const FOLDERS = ['packages/detection/src', 'packages/cases/src', 'apps/server/src/modules/ingest'];

/** Expressions that go back over a text, each with the reason why its text is short. */
const BOUNDED: Readonly<Record<string, string>> = {
  '/\\S*$/': 'redaction/keyed.ts: the 64 characters before a key',
};

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(?:^|\/)testing\//.test(file))
    .map((file) => `${folder}/${file}`),
);

/** The regular expressions written in a file. */
function literalsOf(path: string): RegExp[] {
  const found: RegExp[] = [];
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex !== undefined) found.push(new RegExp(regex.pattern, regex.flags));
    for (const child of Object.values(node)) if (!(child instanceof RegExp)) visit(child);
  };
  visit(program);
  return found;
}

/** The regular expressions that the files make when they are loaded. */
async function madeOnes(): Promise<RegExp[]> {
  const made: RegExp[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, parameters, newTarget) {
      const one = Reflect.construct(target, parameters, newTarget) as RegExp;
      made.push(one);
      return one;
    },
  });
  try {
    for (const path of sources) {
      if (/new RegExp\(/.test(readFileSync(path, 'utf8')))
        await import(/* @vite-ignore */ new URL(`../${path}`, import.meta.url).pathname);
    }
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}

/** What makes an expression's time grow faster than its text; undefined without such a part. */
const faultOf = (expression: RegExp): string | undefined => {
  const { reports } = analyse(expression as Parameters<typeof analyse>[0]);
  return reports.length === 0 ? undefined : `${expression}: ${reports.map(({ type }) => type).join(', ')}`;
};

test('the check knows an expression that goes back', () => {
  expect(faultOf(/\s+$/)).toContain('Move');
  expect(faultOf(/^\w*n\w*$/)).toContain('Trade');
  expect(faultOf(/^(?:a+)+$/)).toBeDefined();
  expect(faultOf(/^\w+$/)).toBeUndefined();
});

test('every regular expression over sent texts takes time that grows like the text', async () => {
  const all = [...sources.flatMap(literalsOf), ...(await madeOnes())];
  expect(all.length).toBeGreaterThan(150);
  const faults = all
    .filter((expression) => !(String(expression) in BOUNDED))
    .flatMap((one) => faultOf(one) ?? []);
  expect(faults).toEqual([]);
  for (const known of Object.keys(BOUNDED)) expect(all.map(String), 'an exemption in use').toContain(known);
});
