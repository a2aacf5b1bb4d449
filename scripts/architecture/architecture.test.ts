import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { againstOrder, homeless, importsOfTests, pastDoors } from './check.ts';
import { type Import, importsOf, readImports, sourceFiles } from './imports.ts';
import { order, type Workspace } from './order.ts';
import { pictures } from './picture.ts';

const root = join(import.meta.dirname, '../..');
const files = sourceFiles(root);
const imports = readImports(root, files);
/** Code of tests and benchmarks may use test helpers. */
const mayUseTests = (file: string) => /^(bench|db|e2e|packages\/testkit)\//.test(file);

describe('the order of the code', () => {
  it('covers every file', () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(homeless(order, files)).toEqual([]);
  });

  it('is respected by every import', () => {
    expect(imports.length).toBeGreaterThan(4000);
    expect(imports.filter(({ target }) => target === '')).toEqual([]);
    expect(againstOrder(order, imports)).toEqual([]);
  });

  it('leads through the doors of modules that have some', () => {
    expect(pastDoors(order, imports, mayUseTests)).toEqual([]);
  });

  it('keeps tests out of the product', () => {
    expect(importsOfTests(imports, mayUseTests)).toEqual([]);
  });

  it('matches its picture in the docs (npm run architecture redraws it)', () => {
    const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const drawn = readdirSync(join(root, 'docs/pictures')).filter((name) => /^modules.*\.svg$/.test(name));
    expect(drawn.sort()).toEqual([...pictures(imports).keys()].sort());
    for (const [name, svg] of pictures(imports)) {
      expect(readFileSync(join(root, 'docs/pictures', name), 'utf8'), name).toBe(svg);
      expect(architecture).toContain(`](pictures/${name})`);
    }
  });
});

describe('an import', () => {
  const shop: Workspace = {
    path: 'apps/shop',
    words: '',
    modules: [{ 'src/main.ts': '' }, { 'src/calls': '', 'src/jobs': '' }, { 'src/queries': '' }],
  };
  const library: Workspace = { path: 'packages/library', words: '' };
  const small = [[shop], [library]];
  const read = (file: string, text: string): Import[] =>
    importsOf(`apps/shop/src/${file}`, text, (name) => name.replace('@scout/', 'packages/'));

  it.each([
    ["import { handle } from '../calls/handle.ts';", 'calls/handle.ts', 'src/calls'],
    ["import type { Handler } from '../calls/handle.ts';", 'calls/handle.ts', 'src/calls'],
    ["export { handle } from '../calls/handle.ts';", 'calls/handle.ts', 'src/calls'],
    ["export const load = () => import('../calls/handle.ts');", 'calls/handle.ts', 'src/calls'],
    ["import '../main.ts';", 'main.ts', 'src/main.ts'],
  ])('upwards is refused: %s', (text, target, module) => {
    expect(againstOrder(small, read('queries/find.ts', `// SQL\n${text}\n`))).toEqual([
      `apps/shop/src/queries/find.ts:2 imports apps/shop/src/${target}: apps/shop/${module} is not below apps/shop/src/queries`,
    ]);
  });

  it('of a module in the same row is refused, of a lower one is not', () => {
    expect(againstOrder(small, read('calls/a.ts', "import '../jobs/b.ts';"))).toHaveLength(1);
    expect(againstOrder(small, read('calls/a.ts', "import '../queries/c.ts';\nimport './d.ts';"))).toEqual(
      [],
    );
  });

  it('of a higher workspace is refused, of a lower one is not', () => {
    const down = read('calls/a.ts', "import '@scout/library/src/shelf.ts';");
    const up = { file: 'packages/library/src/shelf.ts', line: 1, target: 'apps/shop/src/calls/a.ts' };
    expect(againstOrder(small, down)).toEqual([]);
    expect(againstOrder(small, [...down, up])).toEqual([
      'packages/library/src/shelf.ts:1 imports apps/shop/src/calls/a.ts: apps/shop is not below packages/library',
    ]);
  });

  it('past the door of a module is refused, through one it is not', () => {
    const doors = { of: 'src', files: { 'index.ts': '*', 'module.ts': 'src/main.ts' } };
    const closed = [[{ ...shop, doors }], [library]];
    const past = (file: string, target: string) =>
      pastDoors(closed, read(file, `import '../${target}';`), () => false);
    expect(past('calls/a.ts', 'queries/c.ts')).toEqual([
      'apps/shop/src/calls/a.ts:1 imports apps/shop/src/queries/c.ts, which is no door of apps/shop/src/queries for it',
    ]);
    expect(past('calls/a.ts', 'queries/index.ts')).toEqual([]);
    expect(past('calls/a.ts', 'queries/module.ts')).toHaveLength(1);
    expect(past('calls/a.ts', 'queries/sub/index.ts')).toHaveLength(1);
    expect(past('calls/a.ts', 'calls/b.ts')).toEqual([]);
    expect(pastDoors(closed, read('main.ts', "import './queries/module.ts';"), () => false)).toEqual([]);
    expect(pastDoors(closed, read('calls/a.test.ts', "import '../queries/c.ts';"), () => false)).toEqual([]);
  });

  it('of a test is refused in the product and allowed in a test', () => {
    const text = "import '../queries/testing/rows.ts';";
    expect(importsOfTests(read('calls/a.ts', text), () => false)).toEqual([
      'apps/shop/src/calls/a.ts:1 imports apps/shop/src/queries/testing/rows.ts, which is for tests alone',
    ]);
    expect(importsOfTests(read('calls/a.test.ts', text), () => false)).toEqual([]);
    expect(againstOrder(small, read('queries/c.test.ts', "import '../main.ts';"))).toEqual([]);
  });

  it('of a file outside the order is reported', () => {
    expect(homeless(small, ['apps/shop/src/lost/a.ts', 'apps/lost/a.ts', 'apps/shop/src/main.ts'])).toEqual([
      'apps/shop/src/lost/a.ts',
      'apps/lost/a.ts',
    ]);
  });
});
