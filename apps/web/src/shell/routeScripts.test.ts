import { expect, test } from 'vitest';
import { routesOf } from './routeScripts.ts';

const routes = {
  root: { id: 'root', path: '', module: '/root.js' },
  layout: { id: 'layout', parentId: 'root', module: '/layout.js' },
  home: { id: 'home', parentId: 'layout', path: '/dashboard', module: '/home.js' },
  unknown: { id: 'unknown', parentId: 'root', path: '*', module: '/unknown.js' },
};
const modules = (pathname: string) => routesOf(routes, pathname).map(({ module }) => module);

test('a page consists of its route and its parents', () => {
  expect(modules('/dashboard')).toEqual(['/root.js', '/layout.js', '/home.js']);
  expect(modules('/dashboard/')).toEqual(['/root.js', '/layout.js', '/home.js']);
  expect(modules('/no/such')).toEqual(['/root.js', '/unknown.js']);
  expect(routesOf({}, '/dashboard')).toEqual([]);
});
