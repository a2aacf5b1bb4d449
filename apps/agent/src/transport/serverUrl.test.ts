import { describe, expect, it } from 'vitest';
import { parseServerUrl, ServerUrlError } from './serverUrl.ts';

describe('parseServerUrl', () => {
  it.each([
    ['https://scout.northwind.example/', 'https://scout.northwind.example'],
    ['https://scout.northwind.example:8443/base/?x=1', 'https://scout.northwind.example:8443/base'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    // URLs allow several notations of an address.
    ['http://0x7f.1', 'http://127.0.0.1'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
  ])('takes %s', (text, url) => {
    expect(parseServerUrl(text, false)).toBe(url);
  });

  it.each([
    'http://scout.northwind.example',
    'http://192.0.2.7:8080',
    'http://[2001:db8::1]',
    'http://0.0.0.0:8080',
    'http://localhost.northwind.example',
    'http://127.0.0.1.northwind.example',
    'http://[::ffff:192.0.2.7]',
    'HTTP://SCOUT.NORTHWIND.EXAMPLE',
  ])('refuses cleartext to %s unless it is allowed', (text) => {
    expect(() => parseServerUrl(text, false)).toThrow(ServerUrlError);
    expect(() => parseServerUrl(text, false)).toThrow(/is not encrypted/);
    expect(parseServerUrl(text, true)).toMatch(/^http:\/\//);
  });

  it.each(['', 'scout.northwind.example', 'ftp://scout.northwind.example', 'file:///etc/passwd'])(
    'refuses %j',
    (text) => {
      expect(() => parseServerUrl(text, true)).toThrow(/not an http or https address/);
    },
  );

  it('refuses a password in the address', () => {
    expect(() => parseServerUrl('https://agent:secret@scout.northwind.example', false)).toThrow(/password/);
  });
});
