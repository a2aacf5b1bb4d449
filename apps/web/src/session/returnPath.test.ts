import { expect, test } from 'vitest';
import { fakeStorage } from '../store/fakeStorage.ts';
import { dropInvitation, keepInvitation } from './invitation.ts';
import { dropReturnPath, keepReturnPath, keptView, pathAfterSignIn, viewPath } from './returnPath.ts';

const at = (href: string) => new URL(href, 'https://scout.example');
const deep = '/dashboard/failed-logons?range=7d&account=svc.billing#row';

test('a sign-in returns to the requested view with its query, otherwise to the dashboard', () => {
  const storage = fakeStorage();
  expect(pathAfterSignIn(storage, 'ada')).toBe('/dashboard');
  keepReturnPath(storage, at(deep), null);
  expect(pathAfterSignIn(storage, 'ada')).toBe(deep);
  dropReturnPath(storage);
  expect(pathAfterSignIn(storage, 'ada')).toBe('/dashboard');
});

test('another person does not return to the view of the first', () => {
  const storage = fakeStorage();
  keepReturnPath(storage, at(deep), 'ada');
  expect(keptView(storage, 'ben')).toBeNull();
  expect(keptView(storage, null)).toBeNull();
  expect(pathAfterSignIn(storage, 'ben')).toBe('/dashboard');
  expect(pathAfterSignIn(storage, 'ada')).toBe(deep);
});

test('an invitation comes before the view', () => {
  const storage = fakeStorage();
  keepReturnPath(storage, at(deep), null);
  keepInvitation(storage, { token: 'abc' }, { email: 'ben@northwind.example', organization: 'Northwind' });
  expect(pathAfterSignIn(storage, 'ben')).toBe('/accept-invitation?token=abc');
  dropInvitation(storage);
  expect(pathAfterSignIn(storage, 'ben')).toBe(deep);
});

const hostile = [
  '//evil.example',
  '//evil.example/dashboard',
  '/\\evil.example',
  '/\\/evil.example/dashboard',
  '\\\\evil.example',
  '/.//evil.example',
  '/%2f/evil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/dashboard/..//evil.example',
  '/dashboard%2f..%2f..//evil.example',
  'https://evil.example/dashboard',
  'https:evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//dashboard',
  'data:text/html,x',
  '/dashboard\n',
  '/dashboard@evil.example',
  '@evil.example/dashboard',
  '.evil.example',
  'dashboard',
  '',
  '?x',
  '/login',
  '/logout-confirm',
  '/no/such/page',
  `/dashboard?${'x'.repeat(2048)}`,
];

test.each(hostile)('%j is never returned to, even when planted in storage', (path) => {
  const storage = fakeStorage();
  for (const subject of [null, 'ada']) {
    storage.setItem('scout_return_path', JSON.stringify({ path, subject }));
    expect(pathAfterSignIn(storage, 'ada')).toBe('/dashboard');
  }
});

test.each(['null', '{', '[]', '1', '"/settings"', '{"path":1,"subject":null}', '{"path":"/settings"}'])(
  'an invalid stored path is ignored: %s',
  (text) => {
    const storage = fakeStorage();
    storage.setItem('scout_return_path', text);
    expect(pathAfterSignIn(storage, 'ada')).toBe('/dashboard');
  },
);

test('only views are kept, up to a maximum length', () => {
  expect(viewPath(at('/payment-confirmation?session_id=cs_1'))).toBe('/payment-confirmation?session_id=cs_1');
  expect(viewPath(at('/settings/agent'))).toBe('/settings/agent');
  expect(viewPath(at('/accounts/review'))).toBe('/accounts/review');
  expect(viewPath(at('/cases/12'))).toBe('/cases/12');
  expect(viewPath(at('/cases/12/x'))).toBeNull();
  expect(viewPath(at('/login'))).toBeNull();
  expect(viewPath(at(`/dashboard?${'x'.repeat(2048)}`))).toBeNull();
  const storage = fakeStorage();
  keepReturnPath(storage, at(deep), null);
  keepReturnPath(storage, at('/no/such/page'), null);
  expect(keptView(storage, null)).toBe(deep);
});
