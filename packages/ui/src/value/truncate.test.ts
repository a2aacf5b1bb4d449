import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitTail, truncateMiddle } from './truncate.ts';

const lengthOf = (text: string) => [...new Intl.Segmenter().segment(text)].length;

describe('truncateMiddle', () => {
  it.each([
    ['svc.billing', 11, 'svc.billing'],
    ['svc.billing', 10, 'svc.b…ling'],
    ['TREASURY-WORKSTATION-LONDON-04', 12, 'TREASU…ON-04'],
    ['abc', 1, '…'],
    ['abc', 0, '…'],
    ['', 4, ''],
  ])('%j at %i characters is %j', (text, max, expected) => {
    expect(truncateMiddle(text, max)).toBe(expected);
  });

  it('counts graphemes and never splits one', () => {
    expect(truncateMiddle('👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻', 3)).toBe('👩‍💻…👩‍💻');
    expect(truncateMiddle('e\u0301e\u0301e\u0301', 3)).toBe('e\u0301e\u0301e\u0301');
  });

  it('never exceeds its length, and keeps both ends', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
        fc.integer({ min: 3, max: 40 }),
        (text, max) => {
          const short = truncateMiddle(text, max);
          expect(lengthOf(short)).toBeLessThanOrEqual(max);
          expect(short[0]).toBe(text[0]);
          expect(short.at(-1)).toBe(text.at(-1));
        },
      ),
    );
  });
});

describe('splitTail', () => {
  it.each([
    ['svc.billing', 'svc.billing', ''],
    ['svc.ledger-reconciliation-nightly', 'svc.ledger-reconciliation', '-nightly'],
    ['TREASURY-WORKSTATION-LONDON-04', 'TREASURY-WORKSTATION-LONDON', '-04'],
    ['abcdefghijklmnopqrstuvwxyz', 'abcdefghijklmnopqrst', 'uvwxyz'],
    ['2001:db8:85a3::8a2e:370:7334', '2001:db8:85a3::8a2e:37', '0:7334'],
  ])('cuts %j into %j and %j', (text, head, tail) => {
    expect(splitTail(text)).toEqual({ head, tail });
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { head, tail } = splitTail(text);
        expect(head + tail).toBe(text);
      }),
    );
  });
});
