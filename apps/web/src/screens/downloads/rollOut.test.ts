import { packagePath, releasePackages } from '@scout/contract/releases';
import { expect, test } from 'vitest';
import { formatBytes, packageName, packagesOf, platformOfBrowser, platforms } from './platforms.ts';
import { rollOuts, verifyLines } from './rollOut.ts';

const lines = (server: string) =>
  rollOuts({ server }).flatMap(({ steps }) => steps.map((step) => step.lines));

test('every fetched file is in the release', () => {
  const paths = releasePackages.map(packagePath);
  const fetched = lines('https://scout.example').flatMap(
    (text) =>
      text.match(/\/releases\/latest\/\S+/g)?.map((url) => url.replace('/releases/latest/', '')) ?? [],
  );
  expect(fetched.length).toBeGreaterThan(4);
  for (const path of fetched) expect(paths).toContain(path);
});

test('every method names the packages that its lines fetch', () => {
  for (const { id, packages, steps } of rollOuts({ server: 'https://scout.example' })) {
    const fetched = steps.flatMap(({ lines }) => lines.match(/(?<=\/releases\/latest\/)\S+/g) ?? []);
    for (const path of fetched) expect(packages, id).toContain(path);
    for (const path of packages) expect(releasePackages.map(packagePath), id).toContain(path);
  }
});

test('http is allowed only when the server has no https', () => {
  expect(lines('https://scout.example').join('\n')).not.toContain('--allow-cleartext');
  const installs = lines('http://192.0.2.10:8080')
    .join('\n')
    .match(/install --server \S+.*/g);
  expect(installs?.length).toBeGreaterThan(4);
  for (const install of installs ?? []) expect(install).toContain('http://192.0.2.10:8080 --allow-cleartext');
});

test('a signature is checked with the key, the package and its signature', () => {
  expect(verifyLines('https://scout.example', 'linux/scout-agent-latest.deb')).toContain(
    '-in scout-agent-latest.deb -sigfile scout-agent-latest.deb.sig',
  );
});

test('packages of a platform have distinct names', () => {
  for (const { platform } of platforms) {
    const names = packagesOf(platform).map(packageName);
    expect(new Set(names).size).toBe(names.length);
  }
  expect(packagesOf('linux').map(packageName)[0]).toBe('Debian, Ubuntu (.deb), x86-64');
  expect(packagesOf('windows').map(packageName)).toEqual(['Installer (.exe)', 'Windows Installer (.msi)']);
});

test('sizes', () => {
  expect([999, 38_240_000].map(formatBytes)).toEqual(['1 kB', '38.2 MB']);
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'macos'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101', 'linux'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36', null],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', null],
])('%s runs on %s', (userAgent, platform) => {
  expect(platformOfBrowser(userAgent)).toBe(platform);
});
