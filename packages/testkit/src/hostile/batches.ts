import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Random } from '@scout/detection/simulation/random';
import { eventXml, failedLogonData, logonData, processData } from '@scout/detection/testing/eventXml';
import { DAY } from '@scout/detection/time';
import { COSTLY_PIECES, costlyRow, costlyXml, repeated } from './costly.ts';
import type { HostileRequest } from './requests.ts';
import { hostileText, hostileValue } from './values.ts';

const XML_DATA = [[4625, failedLogonData] as const, [4624, logonData] as const, [4688, processData] as const];

/** A batch of lines in every format that ingest reads, most of them modified in a hostile way. */
export function batchRequest(random: Random, nextNumber: () => number): HostileRequest {
  const packed = packedBody(random);
  return {
    name: 'ingestEvents',
    method: 'POST',
    path: '/api/ingest/v1/events',
    headers: {
      'content-type': random.chance(0.97)
        ? 'application/x-ndjson'
        : random.pick(['application/json', 'text/plain', '']),
      ...(packed.encoding && { 'content-encoding': packed.encoding }),
      'scout-batch': random.chance(0.93)
        ? String(nextNumber())
        : random.pick([
            '0',
            '-1',
            '9007199254740991',
            '9000000000000000',
            '9999999999999999',
            '1e3',
            ' 7 ',
            'x',
            '',
            '1, 2',
          ]),
    },
    body: packed.body,
  };
}

/** Zeros that unpack to more than a batch may hold, and texts that unpack to many rows. */
const gzipBombs = [
  () => gzipSync(Buffer.alloc(40 * 1024 * 1024)),
  () =>
    gzipSync(
      `${JSON.stringify({ event_type: '4625', timestamp: '2026-01-01T00:00:00Z', target_user_name: 'svc.x' })}\n`.repeat(
        12_000,
      ),
    ),
  () =>
    gzipSync(
      `${JSON.stringify({ event_type: '4688', timestamp: Date.now(), process_information_command_line: '\u0001'.repeat(60_000) })}\n`.repeat(
        60,
      ),
    ),
  () => gzipSync('\n'.repeat(20_000_000)),
  () => gzipSync(`${'://'.repeat(20_000)}\n`.repeat(300)),
];
const zstdBombs = [
  () => zstdCompressSync(Buffer.alloc(40 * 1024 * 1024)),
  () => Buffer.concat(Array(8).fill(zstdCompressSync(Buffer.alloc(8 * 1024 * 1024)))),
];
let made: { readonly gzip: Buffer[]; readonly zstd: Buffer[] } | undefined;

/** Compresses the bombs, which takes a while that must not count as response time. */
export function packBombs(): void {
  made ??= { gzip: gzipBombs.map((make) => make()), zstd: zstdBombs.map((make) => make()) };
}

function packedBody(random: Random): { body: Buffer; encoding: string | undefined } {
  if (random.chance(0.002)) return { body: random.pick(made?.gzip ?? []), encoding: 'gzip' };
  if (random.chance(0.001)) return { body: random.pick(made?.zstd ?? []), encoding: 'zstd' };
  const count = random.pick([1, 1, 2, 5, 20]);
  const text = Buffer.from(
    Array.from({ length: count }, () => hostileLine(random)).join(random.pick(['\n', '\r\n', '\n\n'])),
  );
  if (random.chance(0.05) && text.length > 0) text[random.below(text.length)] = random.below(256);
  if (random.chance(0.3)) return { body: text, encoding: undefined };
  return random.chance(0.25) ? zstdBody(text, random) : gzipBody(text, random);
}

function gzipBody(text: Buffer, random: Random) {
  const gzip = gzipSync(text, { level: 1 });
  switch (random.below(15)) {
    case 0:
      return { body: gzip.subarray(0, random.below(gzip.length)), encoding: 'gzip' };
    case 1:
      return { body: Buffer.concat([gzip, gzip]), encoding: 'gzip' };
    case 2:
      return { body: Buffer.concat([gzip, Buffer.from('trailing')]), encoding: 'gzip' };
    case 3:
      return { body: deflateSync(text), encoding: random.pick(['gzip', 'deflate', 'gzip, gzip', 'br']) };
    case 4:
      gzip[random.below(gzip.length)] = random.below(256);
      return { body: gzip, encoding: 'gzip' };
    default:
      return { body: gzip, encoding: 'gzip' };
  }
}

function zstdBody(text: Buffer, random: Random) {
  const zstd = zstdCompressSync(text);
  switch (random.below(8)) {
    case 0:
      return { body: zstd.subarray(0, random.below(zstd.length)), encoding: 'zstd' };
    case 1:
      return { body: Buffer.concat([zstd, random.chance(0.5) ? zstd : gzipSync(text)]), encoding: 'zstd' };
    case 2:
      zstd[random.below(zstd.length)] = random.below(256);
      return { body: zstd, encoding: 'zstd' };
    case 3:
      return { body: zstd, encoding: random.pick(['gzip', 'zstd, gzip', 'ZSTD ']) };
    default:
      return { body: zstd, encoding: 'zstd' };
  }
}

/** A long line that is costly to read and to compare with the organization's names. */
function costlyLine(random: Random): string {
  const piece = random.pick(Object.values(COSTLY_PIECES));
  const make = random.pick([costlyRow, costlyXml]);
  const text = repeated(piece, random.pick([1_000, 15_000, 60_000]));
  return make(random.pick([4624, 4688, 4698]), text, new Date().toISOString());
}

/** One line: XML, JSON of a Windows event, winlogbeat's, or flat; with a part replaced, or the text cut or swapped. */
export function hostileLine(random: Random): string {
  if (random.chance(0.01)) return costlyLine(random);
  const time = random.pick([
    new Date(Date.now() - random.below(DAY)).toISOString(),
    '2026-02-30T00:00:00Z',
    '1601-01-01T00:00:00Z',
    String(Date.now()),
  ]);
  const value = () =>
    random.chance(0.4)
      ? hostileValue(random)
      : random.pick(['svc.billing', 'PRD-SQL01', 'FIN-LAPTOP3', '192.0.2.7', '0xc000006d', '2', '-']);
  const [id, dataOf] = random.pick(XML_DATA);
  const data = dataOf().map(
    ([name, text]) => [name, random.chance(0.2) ? String(stringOf(value())) : text] as const,
  );
  switch (random.below(4)) {
    case 0:
      return swapped(
        JSON.stringify({ xml: swapped(eventXml({ id, time, computer: stringOf(value()), data }), random) }),
        random,
      );
    case 1:
      return swapped(
        JSON.stringify({
          Event: {
            System: {
              Provider: { '#attributes': { Name: 'Microsoft-Windows-Security-Auditing' } },
              EventID: random.chance(0.9) ? id : value(),
              TimeCreated: { '#attributes': { SystemTime: time } },
              EventRecordID: value(),
              Computer: value(),
            },
            EventData: random.chance(0.8)
              ? Object.fromEntries(data.map(([name, text]) => [name, random.chance(0.1) ? value() : text]))
              : value(),
          },
        }),
        random,
      );
    case 2:
      return swapped(
        JSON.stringify({
          '@timestamp': time,
          winlog: {
            event_id: id,
            provider_name: value(),
            record_id: value(),
            computer_name: value(),
            event_data: Object.fromEntries(data),
          },
        }),
        random,
      );
    default:
      return swapped(
        JSON.stringify({
          event_type: random.chance(0.8) ? String(id) : value(),
          timestamp: random.chance(0.9) ? time : value(),
          event_id: random.chance(0.3) ? value() : undefined,
          target_user_name: value(),
          system_context_computer_name: value(),
          source_host: random.chance(0.2) ? Array.from({ length: 400 }, (_, n) => `h${n}`).join() : value(),
          failure_reason: value(),
          logon_type: value(),
          status: value(),
          process_information_new_process_name: value(),
          process_information_command_line: random.chance(0.1)
            ? `sqlcmd ${hostileText(random).repeat(50)} -U svc.x -S PRD-1`
            : value(),
        }),
        random,
      );
  }
}

const stringOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 20_000);

/** A text in which occasionally a piece is removed, doubled or replaced. */
function swapped(text: string, random: Random): string {
  if (!random.chance(0.15)) return text;
  const at = random.below(text.length);
  const end = Math.min(text.length, at + random.below(40));
  const piece = random.pick([
    '',
    text.slice(at, end).repeat(2),
    '<',
    '&',
    ']]>',
    '<!--',
    '{',
    '"',
    '\\u0000',
    '\\ud800',
    '&#0;',
    '&#xffffffff;',
    hostileText(random),
  ]);
  return text.slice(0, at) + piece + text.slice(end);
}
