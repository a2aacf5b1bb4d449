import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isAmbiguous, pathOf } from './requestTarget.ts';

test.each([
  ['/health', '/health'],
  ['/health?next=http://evil.example/', '/health?next=http://evil.example/'],
  ['http://evil.example/health', '/health'],
  ['HTTPS://evil.example:8443/health?x=1', '/health?x=1'],
  ['http://evil.example', '/'],
  ['http://evil.example?x=1', '/?x=1'],
  ['http://evil.example//evil.example/', '//evil.example/'],
  ['http:///health', 'http:///health'],
  ['ftp://evil.example/health', 'ftp://evil.example/health'],
  ['*', '*'],
])('%s', (url, path) => {
  const request = { url } as IncomingMessage & { originalUrl?: string };
  expect(pathOf(request)).toBe(path);
  expect(request.originalUrl).toBe(path);
});

test.each([
  ['/operator/v1/tenants/.', true],
  ['/api/v1/agents/../reject', true],
  ['/api/v1/agents/%2E%2e/reject', true],
  ['/api/v1/agents/.%2e?x=1', true],
  ['/api/v1/agents\\x/reject', true],
  ['/api/v1/agents/.../reject', false],
  ['/api/v1/agents/a.b/reject', false],
  ['/api/v1/incidents?next=/../x', false],
])('%s is ambiguous: %s', (target, expected) => {
  expect(isAmbiguous(target)).toBe(expected);
});
