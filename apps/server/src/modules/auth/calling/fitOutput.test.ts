import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fitOutput } from './fitOutput.ts';

const row = z.object({ id: z.string(), n: z.number().int(), parts: z.array(z.object({ n: z.number() })) });
const page = z.object({ rows: z.array(row), next: z.string().nullable() });

function fitted(schema: z.ZodType, value: unknown) {
  const logged: unknown[] = [];
  const answer = fitOutput(schema, value, { error: (...said: unknown[]) => void logged.push(said) } as never);
  return { answer, logged };
}

describe('an answer', () => {
  const good = { id: 'a', n: 1, parts: [{ n: 1 }] };

  it('that conforms is unchanged, without fields that the contract does not name', () => {
    expect(fitted(page, { rows: [{ ...good, secret: 1 }], next: null })).toEqual({
      answer: { rows: [good], next: null },
      logged: [],
    });
  });

  it('drops rows that do not conform, and logs their path without their content', () => {
    const { answer, logged } = fitted(page, {
      rows: [good, { ...good, n: 'evil' }, { ...good, id: 'b' }, null],
      next: 'x',
    });
    expect(answer).toEqual({ rows: [good, { ...good, id: 'b' }], next: 'x' });
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain('rows.1.n: invalid_type');
    expect(JSON.stringify(logged)).not.toContain('evil');
  });

  it('drops the innermost row', () => {
    const { answer } = fitted(z.array(row), [{ ...good, parts: [{ n: 1 }, { n: null }, { n: 3 }] }]);
    expect(answer).toEqual([{ ...good, parts: [{ n: 1 }, { n: 3 }] }]);
  });

  it('that does not conform outside of lists is a fault', () => {
    expect(() => fitted(page, { rows: [], next: 7 })).toThrow('does not fit');
    expect(() => fitted(row, null)).toThrow('does not fit');
  });

  it('of any rows always ends up with those that conform', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.anything(), fc.constant(good))), (rows) => {
        const { answer } = fitted(z.array(row.pick({ id: true, n: true })), rows);
        expect(answer).toHaveLength(
          rows.filter((one) => row.pick({ id: true, n: true }).safeParse(one).success).length,
        );
      }),
    );
  });
});
