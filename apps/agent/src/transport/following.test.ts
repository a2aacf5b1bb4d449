import { limits } from '@scout/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedAddresses, mayFollow } from './following.ts';

const https = 'https://scout.northwind.example';
const here = 'http://127.0.0.1:8080';
const cleartext = 'http://10.0.0.5:8080';

describe('an agent that follows its server', () => {
  it.each([
    [https, 'https://new.northwind.example', true],
    [https, 'http://new.northwind.example', false],
    [https, here, false],
    [here, 'http://localhost:9090', true],
    [here, 'http://[::1]:9090', true],
    [here, https, true],
    [here, cleartext, false],
    [cleartext, https, false],
    [cleartext, here, false],
    [cleartext, 'http://10.0.0.6:8080', false],
  ])('from %s to %s: %s', (from, to, may) => {
    expect(mayFollow(from, to)).toBe(may);
  });

  it('keeps only a few announced addresses, all of which it may follow', () => {
    const announced = [
      'https://a.example/',
      'https://a.example',
      'http://b.example',
      'https://u:p@c.example',
      7,
      null,
    ];
    expect(acceptedAddresses(announced.slice(0, 5), https)).toEqual(['https://a.example']);
    expect(acceptedAddresses([`https://${'x'.repeat(300)}.example`, 'not one', ''], https)).toEqual([]);
    const many = Array.from({ length: 50 }, (_, index) => `https://s${index}.example`);
    expect(acceptedAddresses(many, https)).toHaveLength(limits.agent.addresses);
    expect(acceptedAddresses(many, cleartext)).toEqual([]);
    for (const none of [undefined, null, 'https://a.example', {}])
      expect(acceptedAddresses(none, https)).toEqual([]);
  });

  it('never from https to http, whatever a server announces', () => {
    const address = fc.oneof(fc.webUrl({ validSchemes: ['http', 'https'] }), fc.string(), fc.anything());
    fc.assert(
      fc.property(fc.array(address, { maxLength: 20 }), (announced) => {
        const kept = acceptedAddresses(announced, https);
        expect(kept.every((one) => one.startsWith('https://'))).toBe(true);
        expect(kept.length).toBeLessThanOrEqual(limits.agent.addresses);
      }),
    );
  });
});
