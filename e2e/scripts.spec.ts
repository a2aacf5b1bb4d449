import { expect, test } from '@playwright/test';
import { readBuild, strays } from '../apps/web/buildSizes.ts';
import { publicPaths } from '../apps/web/src/paths.ts';

test('a page of the application loads at most 25 scripts, and the sign-in page 12', () => {
  const build = readBuild();
  const pages = Object.values(build.manifest.routes)
    .flatMap((route) => (route.path ? [build.routeSize(route.path, route)] : []))
    .filter(({ path }) => path.startsWith('/') && !publicPaths.includes(path));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter(({ scripts }) => scripts > 25)).toEqual([]);
  const login = pages.find(({ path }) => path === '/login');
  expect(login?.scripts).toBeLessThanOrEqual(12);
  expect(login?.scriptBytes).toBeLessThanOrEqual(150 * 1024);
});

test('the hero and a form need little more than their rendering library', () => {
  const { islandBytes } = readBuild();
  const marketing = 'apps/web/src/screens/marketing';
  expect(islandBytes(`${marketing}/landing/hero/HeroCase.tsx`)).toBeLessThanOrEqual(88 * 1024);
  expect(islandBytes(`${marketing}/contact/ContactForm.tsx`)).toBeLessThanOrEqual(94 * 1024);
});

test('a public page starts with two scripts and loads nothing of the application', () => {
  const build = readBuild();
  expect(build.entryScripts.size).toBe(2);
  expect(strays(build.chunks, build.publicScripts())).toEqual([]);
});
