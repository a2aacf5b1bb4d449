import { EVENT_LIMIT_BYTES, type Extracted, type Extractor, passOver } from '../formats/event.ts';
import { Segmenter } from '../formats/segments.ts';
import { clientOf, commandLineOf, connectionIn } from '../unix/databaseClients.ts';
import { rowOf } from '../unix/row.ts';
import { type AuditRecord, argumentsOf, auditText, parseAuditRecord } from './auditRecord.ts';

/** Looks up the name of an OS user by number; null if unknown. */
export type NameOf = (uid: string) => string | null;

interface Group {
  readonly id: string;
  /** Start of its first record, in bytes from the log's start. */
  readonly from: number;
  readonly records: AuditRecord[];
  complete: boolean;
}

const LINE_FEED = Buffer.from('\n');
const WANTED: ReadonlySet<string> = new Set(['SYSCALL', 'EXECVE', 'EOE', 'PROCTITLE']);
/** An event counts as complete after records of this many later events, even without an end record. */
const PATIENCE = 32;
/** `auid` of processes outside a login session, such as services. */
const UNSET = '4294967295';

/**
 * Reads starts of database clients from audit.log, from byte `start`. The records of an event share a number, may be interleaved
 * with another event's, and end with EOE or, where the daemon omits it, PROCTITLE. The position is never after the first record
 * of an incomplete event.
 */
export function createAuditExtractor(start: number, host: string, nameOf: NameOf): Extractor {
  const segmenter = new Segmenter(LINE_FEED, 1, EVENT_LIMIT_BYTES, start);
  const open = new Map<string, Group>();
  let lineStart = start;

  const takeComplete = (events: Extracted[], end: number): void => {
    for (const group of open.values()) {
      if (!group.complete && open.size <= PATIENCE) return;
      open.delete(group.id);
      const [next] = open.values();
      const line = lineOf(group.records, host, nameOf);
      if (line === null) passOver(events, next?.from ?? end);
      else events.push({ line, refused: null, end: next?.from ?? end });
    }
    passOver(events, end);
  };

  return {
    push(chunk) {
      const events: Extracted[] = [];
      for (const { bytes, end } of segmenter.push(chunk)) {
        const from = lineStart;
        lineStart = end;
        const record = bytes === null ? null : parseAuditRecord(bytes.toString('utf8').trimEnd());
        if (record !== null && WANTED.has(record.type)) {
          const group = open.get(record.id) ?? { id: record.id, from, records: [], complete: false };
          // Only process starts have arguments; an event that began before `start` lacks its first record.
          if (record.type === 'SYSCALL' && record.fields.has('exe')) open.set(record.id, group);
          if (open.has(record.id)) {
            group.records.push(record);
            group.complete ||= record.type === 'EOE' || record.type === 'PROCTITLE';
          }
        }
        takeComplete(events, end);
      }
      return events;
    },
    end() {
      const [group] = open.values();
      const line = group === undefined ? null : lineOf(group.records, host, nameOf);
      return line === null
        ? { kind: 'clean' }
        : { kind: 'open', result: { line, refused: null }, whole: false };
    },
  };
}

function lineOf(records: readonly AuditRecord[], host: string, nameOf: NameOf): string | null {
  const call = records.find(({ type }) => type === 'SYSCALL');
  const arguments_ = records.filter(({ type }) => type === 'EXECVE');
  const executable = auditText(call?.fields.get('exe'));
  if (call === undefined || arguments_.length === 0 || executable === null) return null;
  if (call.fields.get('success') === 'no') return null;
  const argv = argumentsOf(arguments_);
  const client = clientOf(executable, argv);
  if (client === null) return null;
  const { account, server } = connectionIn(client, argv);
  return rowOf(
    {
      kind: 'process_start',
      subject: subjectOf(call, nameOf),
      process: client,
      commandLine: commandLineOf(argv),
      account,
      server,
    },
    {
      time: call.time,
      host: call.node ?? host,
      provider: 'auditd',
      recordId: call.id.slice(call.id.indexOf(':') + 1),
    },
  );
}

/** The login user (`auid`), regardless of user switches; otherwise the user of the process. */
function subjectOf({ fields }: AuditRecord, nameOf: NameOf): string {
  const auid = fields.get('auid') ?? UNSET;
  const [field, number] = auid === UNSET || auid === '-1' ? ['UID', fields.get('uid') ?? ''] : ['AUID', auid];
  const looked = auditText(fields.get(field));
  return looked !== null && looked !== 'unset' && looked !== 'unknown' ? looked : (nameOf(number) ?? number);
}
