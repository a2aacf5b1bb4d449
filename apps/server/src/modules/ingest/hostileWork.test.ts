import { limits } from '@scout/contract';
import { compileNaming, type Naming, settingsProblem } from '@scout/detection';
import { wordsVisited } from '@scout/detection/globSet';
import {
  COSTLY_PATTERNS,
  COSTLY_PIECES,
  costlyRow,
  costlySettings,
  costlyXml,
  repeated,
} from '@scout/testkit/hostile/costly';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEventRows } from './events.ts';
import { createIncidentRows } from './incidents.ts';
import { parseBatch } from './parseBatch.ts';
import { createSlices } from './slices.ts';
import { countedWork } from './testing/work.ts';

const batch = {
  tenantId: '0198a3f0-0000-7000-8000-00000000000a',
  agentId: '0198a3f0-0000-7000-8000-00000000000b',
  batchId: '0198a3f0-0000-7000-8000-00000000000c',
};
const TIME = '2026-11-21T10:00:00Z';
const now = Date.parse('2026-11-21T12:00:00Z');

/** Kinds of lines, made of a text of a given length. */
const LINES: Readonly<Record<string, (text: string) => string>> = {
  ...Object.fromEntries(
    [1102, 4624, 4625, 4634, 4648, 4688, 4697, 4698, 4719, 4732, 4738, 4768, 4769, 4781, 5136, 7045].map(
      (event) => [`${event} as a row`, (text: string) => costlyRow(event, text, TIME)],
    ),
  ),
  '4688 as XML': (text) => costlyXml(4688, text, TIME),
  '4698 as XML': (text) => costlyXml(4698, text, TIME),
  'no JSON': (text) => `{${text}`,
};

const parse = (line: string, naming: Naming) =>
  parseBatch(Buffer.from(line), {
    events: createEventRows(batch, 0),
    incidents: createIncidentRows(batch),
    naming,
    limits: limits.ingest,
    now,
    onFault: (error) => {
      throw error;
    },
    slice: createSlices().begin(batch.tenantId),
  });

// Steps are counted by V8, which takes seconds on a quiet machine and a minute beside other work.
describe('the work for one line', { timeout: 300_000 }, () => {
  let counted: Awaited<ReturnType<typeof countedWork>>;
  beforeAll(async () => {
    counted = await countedWork();
  });
  afterAll(() => counted.stop());

  const workOf = async (line: string, naming: Naming): Promise<number> => {
    const before = wordsVisited();
    const steps = await counted.of(() => parse(line, naming));
    return steps + wordsVisited() - before;
  };

  test('the measure knows work that grows with the square of a text', async () => {
    const quadratic = async (length: number) => {
      const text = 'a'.repeat(length);
      return counted.of(async () => {
        for (let at = 0; at < length; at += 1) text.indexOf('b', at);
      });
    };
    expect((await quadratic(2_000)) / (await quadratic(1_000))).toBeGreaterThan(3.9);
  });

  test.each(Object.entries(COSTLY_PATTERNS))(
    'grows like the line, with settings of the worst patterns: %s',
    async (name, shape) => {
      const settings = costlySettings(shape);
      expect(settingsProblem(settings)).toBeNull();
      const faults: string[] = [];
      for (const [filler, piece] of Object.entries(COSTLY_PIECES)) {
        // The events of the rules with every shape, and all kinds of lines with one.
        const isFirst = name === Object.keys(COSTLY_PATTERNS)[0];
        for (const [kind, lineOf] of Object.entries(LINES)) {
          if (!isFirst && !/^(?:4624|4688) as a row/.test(kind)) continue;
          // Each with nothing remembered.
          const [small, large] = [
            await workOf(lineOf(repeated(piece, 1_000)), compileNaming(settings)),
            await workOf(lineOf(repeated(piece, 4_000)), compileNaming(settings)),
          ];
          if (large > 5 * small + 50_000)
            faults.push(`${kind} of ${filler}: ${small} steps, of four times as much ${large}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  test('is at most 400 steps for each character of the longest command line', async () => {
    const settings = costlySettings(COSTLY_PATTERNS['any characters before the end']!);
    for (const [filler, piece] of Object.entries(COSTLY_PIECES)) {
      const line = costlyRow(4688, repeated(piece, 65_000), TIME);
      expect((await workOf(line, compileNaming(settings))) / line.length, filler).toBeLessThan(400);
    }
  });
});
