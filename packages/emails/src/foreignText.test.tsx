import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../scripts/testLength.mjs';
import type { EmailProps } from './props.ts';
import { renderEmail } from './render.tsx';
import { names, samples } from './testing/samples.ts';

/** Properties whose text is the server's: links, times and words of fixed lists. */
const OWN = new Set([
  ...['link', 'unsubscribe', 'when', 'since', 'due', 'at', 'from', 'to', 'firstSeen', 'lastSeen', 'timeZone'],
  ...['kind', 'severity', 'trouble', 'code'],
]);

/** A copy with every text from outside replaced. */
function withText<T>(value: T, text: string): T {
  if (typeof value === 'string') return text as T;
  if (Array.isArray(value)) return value.map((item) => withText(item, text)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, OWN.has(name) ? item : withText(item, text)]),
  ) as T;
}

const known = [
  ...[
    'svc--x',
    '->',
    '://',
    '日本語',
    'شركة',
    'חברה',
    'เ',
    'e\u0301\u0302\u0303',
    '👩‍👩‍👧‍👦',
    '\ud800',
    '\udc00',
    '\u0000\u001b[31m',
  ],
  ...[
    '\u202egnillib.cvs\u202c',
    '\u2066a\u2069',
    '\u061c',
    '\ue000\u{10ffff}',
    '\ufffe',
    '\u2028\u2029\u0085',
    '\r\nBcc: a@b.example',
  ],
  ...['<b>&amp;"\'', ']]>', '', ' ', '\u200b'],
];
const unit = fc.oneof(
  fc.constantFrom(...known),
  fc.integer({ min: 0x20, max: 0x7e }).map((point) => String.fromCodePoint(point)),
  fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
);
const texts = (seed: number) =>
  fc.sample(
    fc.array(unit, { maxLength: 20 }).map((parts) => parts.join('')),
    { seed, numRuns: lengthOf(12, 400) },
  );
const huge = ['a.', 'a-', 'http', '日', '\u0301', '/', '1.', '<'].map((piece) =>
  piece.repeat(65_536 / piece.length),
);

/** Characters that end a line, start a command of a terminal, or turn the direction of the text around them. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Invisible characters after the preview, which keep mail programs from showing the text below beside the subject. */
const PADDING = /[\u00a0\u200b-\u200f\ufeff]{20,}/gu;

/** A sentence about what is wrong with the mail, with the text; undefined if nothing is. */
async function problemOf<T extends keyof EmailProps>(name: T, text: string): Promise<string | undefined> {
  const problem = await renderEmail(name, withText(samples[name], text)).then(
    (mail) => {
      if (UNSAFE.test(mail.subject)) return `unsafe subject ${JSON.stringify(mail.subject)}`;
      for (const part of [mail.subject, mail.html, mail.text]) {
        if (UNSAFE.test(part.replaceAll('\n', '').replaceAll(PADDING, '')))
          return `unsafe character in ${JSON.stringify(part)}`;
        if (!part.isWellFormed()) return 'half a character';
        if (part.length > 200_000) return `${part.length} characters`;
      }
      return undefined;
    },
    (error: unknown) => String(error),
  );
  return problem && `${JSON.stringify(text.slice(0, 200))}: ${problem.slice(0, 2_000)}`;
}

describe.each(names)('%s', (name) => {
  test.each(rotatingSeeds(1))(
    'is made with any text in every place, seed %i',
    { timeout: 120_000 },
    async (seed) => {
      for (const text of [...known, ...texts(seed)]) expect(await problemOf(name, text)).toBeUndefined();
    },
  );

  test('is made with texts of 64 K in every place', { timeout: 120_000 }, async () => {
    for (const text of huge) expect(await problemOf(name, text)).toBeUndefined();
  });
});
