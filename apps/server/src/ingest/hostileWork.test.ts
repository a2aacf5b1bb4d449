import { limits } from '@scout/contract';
import {
  compileNaming,
  type DetectionSettings,
  NAME_KINDS,
  type Naming,
  SETTINGS_LIMITS,
  settingsProblem,
} from '@scout/detection';
import { wordsVisited } from '@scout/detection/globSet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEventCopy } from './events.ts';
import { createIncidentCopy } from './incidents.ts';
import { parseBatch } from './parseBatch.ts';
import { createSlices } from './slices.ts';
import { countedWork } from './testing/work.ts';

const batch = {
  tenantId: '0198a3f0-0000-7000-8000-00000000000a',
  agentId: '0198a3f0-0000-7000-8000-00000000000b',
  batchId: '0198a3f0-0000-7000-8000-00000000000c',
};
const now = Date.parse('2026-11-21T12:00:00Z');

/** Entries of one kind, as many and as long as settings may have, all of the same shape. */
const SHAPES: Readonly<Record<string, (index: number) => string>> = {
  'any characters before the end': (index) => `*${'?'.repeat(60)}a${index % 10}`,
  'a run that nearly matches': (index) => `*${'a'.repeat(60)}b${index % 10}`,
  'many stars': (index) => `${'a*'.repeat(31)}b${index % 10}`,
  'characters and any in turns': (index) => `*${'a?'.repeat(30)}b${index % 10}`,
  'characters of their own': (index) =>
    `*a${Array.from({ length: 60 }, (_, at) => String.fromCharCode(0x4e00 + index * 60 + at)).join('')}a`,
};

function settingsOf(shape: string): DetectionSettings {
  const entries = Array.from({ length: SETTINGS_LIMITS.patterns }, (_, index) => SHAPES[shape]!(index));
  const settings = Object.fromEntries(
    NAME_KINDS.map((kind) => [
      kind,
      { standard: true, entries: kind === 'database_clients' ? [...entries.slice(1), 'c*x'] : entries },
    ]),
  ) as unknown as DetectionSettings;
  expect(settingsProblem(settings)).toBeNull();
  return settings;
}

const FILLERS: Readonly<Record<string, string>> = {
  servers: ' -S aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'short servers': ' -S a',
  users: ' -U aaaaaaaaaaaaaaaaaaaa',
  keys: ';server=aaaaaaaaaaaa;user=aaa',
  addresses: ' ://a',
  'addresses with a user': ' a://b:c@a/',
  a: 'a',
  blanks: ' ',
  quotes: '"',
  backslashes: '\\',
  'backslashes and quotes': '\\"',
  brackets: ')',
  dots: '.',
  commas: ',a',
  switches: ' -nnnnnnnn!',
  pipes: ' | echo a',
};

const rowOf = (event: number, text: string): string => {
  const fields = {
    event_type: String(event),
    timestamp: '2026-11-21T10:00:00Z',
    target_user_name: event === 4688 ? 'svc.a' : `svc${text}`,
    subject_user_name: 'm.keller',
    system_context_computer_name: event === 4688 ? 'WS-1' : `PRD-${text}`,
    target_computer_name: text,
    source_info_workstation_name: text,
    source_host: text,
    logon_type: '2',
    status: text.slice(0, 20),
    failure_reason: text,
    object_name: text,
    object_id: text,
    change: text,
    service_name: text,
    process_information_new_process_name: 'C:\\sqlcmd.exe',
    process_information_parent_process_name: text,
    process_information_command_line: `sqlcmd${text}`,
  };
  return JSON.stringify(fields);
};

const xmlOf = (event: number, text: string): string => {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const data = [
    'TargetUserName',
    'SubjectUserName',
    'NewProcessName',
    'CommandLine',
    'TaskContent',
    'AttributeValue',
    'WorkstationName',
  ]
    .map((name) => `<Data Name='${name}'>${name === 'NewProcessName' ? 'C:\\sqlcmd.exe' : escaped}</Data>`)
    .join('');
  return JSON.stringify({
    xml: `<Event><System><Provider Name='Microsoft-Windows-Security-Auditing'/><EventID>${event}</EventID><TimeCreated SystemTime='2026-11-21T10:00:00Z'/><Computer>WS-1</Computer></System><EventData>${data}</EventData></Event>`,
  });
};

/** Kinds of lines, made of a text of a given length. */
const LINES: Readonly<Record<string, (text: string) => string>> = {
  ...Object.fromEntries(
    [1102, 4624, 4625, 4634, 4648, 4688, 4697, 4698, 4719, 4732, 4738, 4768, 4769, 4781, 5136, 7045].map(
      (event) => [`${event} as a row`, (text: string) => rowOf(event, text)],
    ),
  ),
  '4688 as XML': (text) => xmlOf(4688, text),
  '4698 as XML': (text) => xmlOf(4698, text),
  'no JSON': (text) => `{${text}`,
};

const parse = (line: string, naming: Naming) =>
  parseBatch(Buffer.from(line), {
    events: createEventCopy(batch, 0),
    incidents: createIncidentCopy(batch),
    naming,
    limits: limits.ingest,
    now,
    onFault: (error) => {
      throw error;
    },
    slice: createSlices().begin(batch.tenantId),
  });

describe('the work for one line', () => {
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

  test.each(Object.keys(SHAPES))(
    'grows like the line, with settings of the worst patterns: %s',
    async (shape) => {
      const settings = settingsOf(shape);
      const faults: string[] = [];
      for (const [filler, piece] of Object.entries(FILLERS)) {
        // The events of the rules with every shape, and all kinds of lines with one.
        const isFirst = shape === Object.keys(SHAPES)[0];
        for (const [kind, lineOf] of Object.entries(LINES)) {
          if (!isFirst && !/^(?:4624|4688) as a row/.test(kind)) continue;
          const text = (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
          // Each with nothing remembered.
          const [small, large] = [
            await workOf(lineOf(text(4_000)), compileNaming(settings)),
            await workOf(lineOf(text(16_000)), compileNaming(settings)),
          ];
          if (large > 5 * small + 100_000)
            faults.push(`${kind} of ${filler}: ${small} steps, of four times as much ${large}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  test('is at most 400 steps for each character of the longest command line', async () => {
    const settings = settingsOf('any characters before the end');
    for (const [filler, piece] of Object.entries(FILLERS)) {
      const line = rowOf(4688, piece.repeat(65_000 / piece.length));
      expect((await workOf(line, compileNaming(settings))) / line.length, filler).toBeLessThan(400);
    }
  });
});
