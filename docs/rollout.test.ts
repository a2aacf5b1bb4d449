import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsTables } from '@scout/agent-release/packages/msiSettings';
import { packagePath, releasePackages } from '@scout/contract/releases';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, 'rollout');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = readFileSync(join(root, '..', 'rollout.md'), 'utf8');

const rowsOf = (name: string) => settingsTables().find((table) => table.name === name)!.rows;
const policyKey = String(rowsOf('RegLocator')[0]![2]);
const policyValues = rowsOf('RegLocator').map((row) => String(row[3]));
const properties = rowsOf('AppSearch')
  .map(([property]) => String(property))
  .filter((property) => property.startsWith('POLICY'))
  .map((property) => property.replace('POLICY', ''));

test('the page names every property of the package with the value of its policy', () => {
  const rows = [...page.matchAll(/^\| `([A-Z]+)` \| `(\w+)` \|/gm)].map(([, property, value]) => [
    property,
    value,
  ]);
  expect(rows).toEqual(properties.map((property, index) => [property, policyValues[index]]));
  expect(page).toContain(`HKLM\\${policyKey}`);
});

test('the page refers to every file, and the files use only properties and packages that exist', () => {
  const files = globSync('**/*.*', { cwd: root });
  expect(files.length).toBeGreaterThan(6);
  for (const file of files) expect(page, file).toContain(file.split('/').at(-1));
  const paths = releasePackages.map(packagePath);
  for (const file of files) {
    for (const [property] of read(file).matchAll(/\b[A-Z]{5,}(?==)/g))
      expect(properties, file).toContain(property);
    for (const [, path] of read(file).matchAll(/\/releases\/latest\/(\w+\/[\w.-]+\.(?:msi|exe))/g))
      expect(paths, file).toContain(path);
  }
});

/** Elements of a well-formed document, in order. @throws Error */
function elementsOf(xml: string): { name: string; attributes: Record<string, string> }[] {
  const open: string[] = [];
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  for (const [tag, close, name, attributes, empty] of xml.matchAll(
    /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (close === '/') {
      if (open.pop() !== name) throw new Error(`${tag} closes another element`);
      continue;
    }
    const pairs = [...attributes!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
    elements.push({ name: name!, attributes: Object.fromEntries(pairs) });
    if (empty === '') open.push(name!);
  }
  const rest = xml.replace(/<\?.*?\?>/, '').replaceAll(/<\/?[\w:]+(?:\s+[\w:]+="[^"<]*")*\s*\/?>/g, '');
  if (open.length > 0 || /[<>]/.test(rest)) throw new Error('the document is not well-formed');
  return elements;
}

describe('the administrative templates', () => {
  const template = elementsOf(read('group-policy/scout-agent.admx'));
  const texts = elementsOf(read('group-policy/en-US/scout-agent.adml'));

  test('set the values that the package reads, below its key', () => {
    const values = template
      .filter(({ name }) => name === 'text')
      .map(({ attributes }) => attributes.valueName);
    expect([...values].sort()).toEqual([...policyValues].sort());
    for (const { attributes } of template.filter(({ name }) => name === 'policy'))
      expect(attributes).toMatchObject({ class: 'Machine', key: policyKey });
  });

  test('find every text and every field in the language file', () => {
    const named = (kind: string) =>
      texts.filter(({ name }) => name === kind).map(({ attributes }) => attributes.id);
    const refers = template.flatMap(({ attributes }) => Object.values(attributes));
    const wanted = (kind: string) =>
      refers.flatMap((value) => new RegExp(`^\\$\\(${kind}\\.(\\w+)\\)$`).exec(value)?.[1] ?? []);
    expect(new Set(wanted('string'))).toEqual(new Set(named('string')));
    expect(new Set(wanted('presentation'))).toEqual(new Set(named('presentation')));
    const boxes = texts.filter(({ name }) => name === 'textBox').map(({ attributes }) => attributes.refId);
    expect(boxes).toEqual(
      template.filter(({ name }) => name === 'text').map(({ attributes }) => attributes.id),
    );
  });
});

/** The brackets of a PowerShell script that are not closed, outside of texts and comments. @throws Error for an open text */
function openBrackets(script: string): string[] {
  const open: string[] = [];
  const pairs: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
  const token =
    /#.*|'(?:[^']|'')*'|"(?:`[\s\S]|\$\((?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*\)|[^"`])*"|[(){}[\]'"]/g;
  for (const [found] of script.matchAll(token)) {
    if (found === "'" || found === '"') throw new Error('a text is not closed');
    if (found.length > 1) continue;
    const opener = pairs[found];
    if (opener === undefined) open.push(found);
    else if (open.pop() !== opener) throw new Error(`${found} closes nothing`);
  }
  return open;
}

describe.each(globSync('scripts/*.ps1', { cwd: root }))('%s', (path) => {
  const script = read(path);
  test('has closed brackets and texts, and no line for newer PowerShells alone', () => {
    expect(openBrackets(script)).toEqual([]);
    expect(script).not.toMatch(/ \? .* : |\?\?|&&|\|\|/);
    expect(/^[\x20-\x7e\n]*$/.test(script), 'PowerShell 5 reads other characters wrongly').toBe(true);
  });
});

test('brackets and texts that are not closed are found', () => {
  expect(openBrackets('if ($a) { "x" ')).toEqual(['{']);
  expect(() => openBrackets('$a = "x')).toThrow(/not closed/);
  expect(() => openBrackets('$a)')).toThrow(/closes nothing/);
});

describe.each(globSync('ansible/*.yml', { cwd: root }))('%s', (path) => {
  const lines = read(path).split('\n');
  test('is a play whose tasks have a name, one module by its full name, and known variables', () => {
    for (const line of lines) {
      expect(/^(?: {2})*(?:- )?[\w.-]+:(?: .+)?$|^#.*|^$/.test(line), line).toBe(true);
      expect(line.split('{{').length).toBe(line.split('}}').length);
    }
    const tasks = lines
      .join('\n')
      .split(/^ {4}- name: /m)
      .slice(1);
    expect(tasks.length).toBeGreaterThan(2);
    for (const task of tasks) {
      const modules = [...task.matchAll(/^ {6}((?:ansible|community)\.\w+\.\w+):$/gm)];
      expect(modules, task).toHaveLength(1);
    }
    const used = lines.flatMap((line) => [...line.matchAll(/\{\{ (\w+)/g)].map(([, name]) => name));
    const known = [
      'scout_server',
      'scout_token',
      'scout_folder',
      'packages',
      'suffix',
      'ansible_architecture',
    ];
    for (const name of used) expect(known).toContain(name);
    // Output with a token is not logged.
    for (const task of tasks.filter((each) => each.includes('scout_token')))
      expect(task).toContain('no_log: true');
  });
});

test('the script for a real Windows checks what the page says', () => {
  const steps = [...read('scripts/check-windows.ps1').matchAll(/^Test-Step '([\w-]+)'/gm)].map(
    ([, name]) => name,
  );
  expect(steps).toEqual([
    'service',
    'version',
    'product',
    'event-source',
    'folder-closed',
    'signature',
    'doctor',
    'security-log',
    'restart-after-failure',
    'stop-and-start',
  ]);
});
