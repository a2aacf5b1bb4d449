import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import { paths, publicPaths } from './paths.ts';
import routes from './routes.tsx';

const here = import.meta.dirname;
const source = (file: string) => readFileSync(join(here, file), 'utf8');

/** Routes that are pages, not layouts. */
function pages(entries: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.flatMap((entry) => (entry.children ? pages(entry.children) : [entry]));
}

const everyPage = pages(routes);

describe('routes', () => {
  test.each(everyPage.map(({ file }) => file))('%s has a tab title', (file) => {
    expect(source(file)).toMatch(
      /^export const meta = (titled\('[^']+'\);|titled\(\(\{ \w+ \}\) => \{|publicMeta\(\{)$/m,
    );
  });

  test('every path of the path builder is a route, and every route a path of it', () => {
    const built = Object.values(paths);
    const routed = everyPage.map((page) => (page.index ? '/' : page.path)).filter((path) => path !== '*');
    expect(routed.sort()).toEqual(built.sort());
  });

  test('every page of an organization is in the layout that asks for a session', () => {
    const guarded = pages(routes.filter(({ file }) => file === './app/ProtectedLayout.tsx'));
    const own = /^\/(?:dashboard|cases|accounts|downloads|payment-confirmation|settings)\b/;
    expect(guarded.map(({ path }) => path).sort()).toEqual(
      Object.values(paths)
        .filter((path) => own.test(path))
        .sort(),
    );
  });
});

describe('public pages', () => {
  const site = pages(
    routes.filter((entry) => entry.file === './site/SiteLayout.tsx').flatMap((entry) => entry.children ?? []),
  );

  test('are the prerendered ones', () => {
    expect(site.map((page) => (page.index ? '/' : page.path)).sort()).toEqual([...publicPaths].sort());
  });

  test.each(site.map(({ file }) => file))('%s is linked with plain links', (file) => {
    expect(source(file)).not.toMatch(
      /import \{[^}]*\b(Link|NavLink|useNavigate|Navigate)\b[^}]*\} from 'react-router'/,
    );
  });
});

test('a link never spells a path itself', () => {
  const spelled = globSync('**/*.{ts,tsx}', { cwd: here })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /\b(to|navigate\()=?\{?['"`]\//.test(source(file)));
  expect(spelled).toEqual([]);
});

test('no code writes a token to storage', () => {
  const near = globSync('**/*.{ts,tsx}', { cwd: here })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /setItem\([^)]*token/i.test(source(file)));
  expect(near).toEqual([]);
});

describe.each([here, join(here, '../../../packages/ui/src')])('file names in %s', (folder) => {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.startsWith('entry.'));
  const nameOf = (file: string) => basename(file).replace(/(\.test)?\.tsx?$/, '');

  test('are in PascalCase after the component that a file exports, otherwise in camelCase', () => {
    const wrong = files.filter((file) => {
      const name = nameOf(file);
      if (/^[a-z][a-zA-Z0-9]*$/.test(name)) return false;
      const component = new RegExp(`^export (default )?(function|const) ${name}\\b`, 'm');
      return (
        !file.includes('.test.') &&
        !(file.endsWith('.tsx') && component.test(readFileSync(join(folder, file), 'utf8')))
      );
    });
    expect(wrong).toEqual([]);
  });

  test('differ by more than case, and folders are in kebab-case', () => {
    const modules = files
      .filter((file) => !file.includes('.test.'))
      .map((file) => join(dirname(file), nameOf(file)));
    expect(new Set(modules.map((name) => name.toLowerCase())).size).toBe(modules.length);
    expect(files.map(dirname).filter((path) => !/^[a-z0-9./-]*$/.test(path))).toEqual([]);
  });
});
