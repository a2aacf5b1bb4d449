import { EVENTS } from '@scout/detection/catalogue/events';
import { pause } from '../../runtime/signal.ts';
import type { Intake } from '../../spool/intake.ts';
import type { Position, WindowsPosition } from '../../spool/position.ts';
import { sniff } from '../formats/sniff.ts';
import { createXmlReader, lineOfXml, type XmlEvent } from '../formats/xml.ts';
import { type EventKind, type ReadOptions, type Source, SourceError } from '../source.ts';
import { ANY, isWanted, pageQuery, queryArguments, type Selection } from './query.ts';
import { BEGINNING, positionAfter } from './record.ts';
import { runWevtutil } from './wevtutil.ts';

export interface WindowsOptions {
  readonly selection: Selection;
  /** The program to run as `wevtutil`. */
  readonly command: string;
  /** Polling interval of a followed log. */
  readonly pollMs: number;
  /** Runs it; replaced in tests. */
  readonly run?: typeof runWevtutil;
}

/** Events of each kind in the Security log. */
const IDS: Readonly<Record<EventKind, readonly number[]>> = {
  logons: [EVENTS.logon.id, EVENTS.failedLogon.id],
  process_starts: [EVENTS.processStart.id],
};

/** Null for other channels: the kinds of events forwarded to them are unknown. None is written to the System log. */
function kindsOf({ channel, eventIds }: Selection): readonly EventKind[] | null {
  if (channel.toLowerCase() === 'system') return [];
  if (channel.toLowerCase() !== 'security') return null;
  const kinds = Object.keys(IDS) as EventKind[];
  return kinds.filter((kind) => eventIds.length === 0 || IDS[kind].every((id) => eventIds.includes(id)));
}

/** Records requested at once. */
const PAGE = 1_000;

/**
 * A Windows event log, read through `wevtutil` after the last accepted record. That record is requested as well: while it comes
 * first and is unchanged, nothing was missed and the log is the same.
 */
export class WindowsSource implements Source {
  readonly key: string;
  readonly reads: readonly EventKind[] | null;
  readonly selects: boolean;
  readonly #options: WindowsOptions;

  constructor(options: WindowsOptions) {
    this.key = `windows:${options.selection.channel}`;
    this.reads = kindsOf(options.selection);
    this.selects = options.selection.filter !== undefined;
    this.#options = options;
  }

  async run(intake: Intake, { once, signal }: ReadOptions): Promise<void> {
    let position = windowsPosition(intake.position);
    let sealed = position;
    await this.#options.selection.filter?.ready(signal);
    while (!signal.aborted) {
      const page = await this.#readPage(position, intake, signal);
      position = page.position;
      if (page.renewed || (page.records === 0 && (await this.#wentBack(position, signal)))) {
        position = await this.#startAgain(position, intake, signal);
        continue;
      }
      if (page.records === 0 && position.record !== BEGINNING.record) {
        await this.#reportLoss(position, null, intake, signal);
      }
      intake.report('reading');
      if (page.records >= PAGE) continue;
      // Events read and dropped need not be read again.
      if (!intake.empty || position.record !== sealed.record) await intake.seal(position);
      sealed = position;
      if (once) return;
      await pause(this.#options.pollMs, signal);
    }
    if (!intake.empty) await intake.seal(position);
  }

  /**
   * Reads up to {@link PAGE} records after `position`. `records` includes the one at `position`; `renewed` is true if another
   * record has its id now.
   */
  async #readPage(
    from: WindowsPosition,
    intake: Intake,
    signal: AbortSignal,
  ): Promise<{ position: WindowsPosition; records: number; renewed: boolean }> {
    const { selection } = this.#options;
    const args = queryArguments(selection.channel, pageQuery(selection, from.record), PAGE, 'oldest');
    let position = from;
    let records = 0;
    for await (const { xml, refused } of this.#query(args, signal)) {
      const after = xml === null ? null : positionAfter(xml);
      records += 1;
      if (records === 1 && from.record !== BEGINNING.record && after !== null) {
        if (after.record === from.record && after.identity !== from.identity) {
          return { position, records, renewed: true };
        }
        if (after.record === from.record) continue;
        await this.#reportLoss(from, after, intake, signal);
      } else if (selection.eventIds.length === 0 && after !== null && position.record !== BEGINNING.record) {
        await reportHole(position, after, intake);
      }
      if (xml !== null && !isWanted(selection, xml)) {
        position = after ?? position;
        continue;
      }
      const result = { line: xml && lineOfXml(xml), refused };
      if (!intake.add(result)) {
        await intake.seal(position);
        intake.add(result);
      }
      position = after ?? position;
    }
    return { position, records, renewed: false };
  }

  /** True when even the log's newest record is older than the last one read: the log was re-created. */
  async #wentBack(position: WindowsPosition, signal: AbortSignal): Promise<boolean> {
    if (position.record === BEGINNING.record) return false;
    const { channel } = this.#options.selection;
    for await (const { xml } of this.#query(queryArguments(channel, ANY, 1, 'newest'), signal)) {
      const newest = xml === null ? null : positionAfter(xml);
      return newest !== null && BigInt(newest.record) < BigInt(position.record);
    }
    // Cleared and still empty: the next record shows which.
    return false;
  }

  /** The log's oldest record; null if empty. */
  async #oldest(signal: AbortSignal): Promise<WindowsPosition | null> {
    const { channel } = this.#options.selection;
    for await (const { xml } of this.#query(queryArguments(channel, ANY, 1, 'oldest'), signal)) {
      return xml === null ? null : positionAfter(xml);
    }
    return null;
  }

  /** The last accepted record is gone while later ones exist: cleared, or overwritten before they were read. */
  async #reportLoss(
    from: WindowsPosition,
    next: WindowsPosition | null,
    intake: Intake,
    signal: AbortSignal,
  ): Promise<void> {
    const oldest = (await this.#oldest(signal)) ?? next;
    if (oldest === null || BigInt(oldest.record) <= BigInt(from.record)) return;
    const cleared = isClearing(oldest);
    await intake.gap(
      {
        reason: cleared ? 'log_cleared' : 'log_rolled_over',
        from: from.record,
        to: oldest.record,
        missing: Number(BigInt(oldest.record) - BigInt(from.record) - 1n),
      },
      `record ${from.record} is gone, continuing at ${(next ?? oldest).record}: ${cleared ? 'the log was cleared' : 'the log was cleared or has overwritten its oldest records'}, and events may be missing`,
    );
  }

  async #startAgain(
    position: WindowsPosition,
    intake: Intake,
    signal: AbortSignal,
  ): Promise<WindowsPosition> {
    const oldest = await this.#oldest(signal);
    await intake.gap(
      {
        reason: oldest !== null && isClearing(oldest) ? 'log_cleared' : 'source_replaced',
        from: position.record,
        to: oldest?.record ?? null,
        missing: null,
      },
      `record ids restarted below ${position.record}: the log was cleared; reading the new log from its start`,
    );
    await intake.seal(BEGINNING);
    return BEGINNING;
  }

  async *#query(args: readonly string[], signal: AbortSignal): AsyncGenerator<XmlEvent> {
    const { command, run = runWevtutil } = this.#options;
    let start = Buffer.alloc(0);
    let reader: ReturnType<typeof createXmlReader> | null = null;
    for await (const chunk of run(command, args, signal)) {
      if (reader !== null) {
        yield* reader.push(chunk);
        continue;
      }
      start = Buffer.concat([start, chunk]);
      const layout = sniff(start);
      if (layout === null) continue;
      if (layout.format !== 'xml') throw new SourceError(`${command} did not return XML`);
      reader = createXmlReader(layout.encoding, 0);
      yield* reader.push(start);
    }
  }
}

/** The first event of a cleared log. */
const isClearing = ({ identity }: WindowsPosition): boolean =>
  identity.startsWith(`${EVENTS.logCleared.id} `);

/** Reports records missing between two. Used where every record is requested, so that ids must be consecutive. */
async function reportHole(before: WindowsPosition, after: WindowsPosition, intake: Intake): Promise<void> {
  const missing = BigInt(after.record) - BigInt(before.record) - 1n;
  if (missing <= 0n) return;
  await intake.gap(
    { reason: 'record_gap', from: before.record, to: after.record, missing: Number(missing) },
    `records ${before.record} and ${after.record} follow each other: ${missing} are missing between them`,
  );
}

function windowsPosition(position: Position | null): WindowsPosition {
  if (position === null) return BEGINNING;
  if (position.kind === 'windows') return position;
  throw new SourceError('the state directory has a position of another kind for this source');
}
