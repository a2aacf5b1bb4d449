import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { paths, publicPaths } from './paths.ts';
import routes from './routes.tsx';

/** The paths of pages, each with the layouts around it. */
function pagesOf(entries: readonly RouteConfigEntry[], around: readonly string[] = []): [string, string[]][] {
  return entries.flatMap(({ path, index, file, children }) => {
    if (children !== undefined) return pagesOf(children, [...around, file]);
    return [[index ? '/' : (path ?? ''), [...around]]];
  });
}
const pages = pagesOf(routes as RouteConfigEntry[]);
test('every page needs a session, except the site, those on the way to a session and the operator’s', () => {
  const open = pages
    .filter(([, around]) => !around.some((file) => file.endsWith('/ProtectedLayout.tsx')))
    .map(([path]) => path);
  const { login, register, signup, confirm, emailConfirmation, accountVerified, forgotPassword } = paths;
  const account = [login, register, signup, confirm, emailConfirmation, accountVerified, forgotPassword];
  expect(open.toSorted()).toEqual(
    [...publicPaths, ...account, paths.resetPassword, paths.acceptInvitation, paths.devLogin]
      .concat(paths.logoutConfirm, paths.installation, '*')
      .toSorted(),
  );
});
