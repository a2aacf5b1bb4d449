import type { RefusedEvent } from '../../spool/batchFile.ts';
import type { Intake, ParseResult } from '../../spool/intake.ts';
import type { FilePosition } from '../../spool/position.ts';
import type { Ending, Extractor } from '../formats/event.ts';
import { type Layout, SNIFF_BYTES, sniff } from '../formats/sniff.ts';
import type { FileSegment } from './locate.ts';
import { fingerprint, type OpenLog, readAt, sizeOf } from './openLog.ts';

const CHUNK_BYTES = 256 * 1024;

/** Creates the extractor for a log that is read from byte `from`. */
export type CreateExtractor = (layout: Layout, from: number) => Extractor;

/** Reads one open log file from a position to its current end, repeatedly. */
export class LogReader {
  readonly log: OpenLog;
  readonly #intake: Intake;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  readonly #create: CreateExtractor;
  #extractor: Extractor | null = null;
  /** After the last byte read; some of them may belong to an incomplete event. */
  #readTo: number;
  /** After the last event returned as a result. */
  #parsedTo: number;
  /** After the last requested position. */
  #committedTo: number;
  #print: FilePosition['fingerprint'];

  private constructor(
    { log, from }: FileSegment,
    print: FilePosition['fingerprint'],
    intake: Intake,
    create: CreateExtractor,
  ) {
    this.log = log;
    this.#create = create;
    this.#committedTo = from;
    this.#intake = intake;
    this.#readTo = from;
    this.#parsedTo = from;
    this.#print = print;
  }

  static async open(segment: FileSegment, intake: Intake, create: CreateExtractor): Promise<LogReader> {
    return new LogReader(segment, await fingerprint(segment.log, segment.from), intake, create);
  }

  /** Reads new data from the file. Resolves to true if there was any. */
  async readOn(signal: AbortSignal): Promise<boolean> {
    const before = this.#readTo;
    this.#extractor ??= await this.#createExtractor();
    if (this.#extractor === null) return false;
    while (!signal.aborted) {
      const { bytesRead } = await this.log.handle.read(this.#chunk, 0, CHUNK_BYTES, this.#readTo);
      if (bytesRead === 0) break;
      this.#readTo += bytesRead;
      for (const extracted of this.#extractor.push(this.#chunk.subarray(0, bytesRead))) {
        await this.#add(extracted);
        this.#parsedTo = extracted.end;
      }
    }
    if (this.#readTo === before) return false;
    this.#print = await fingerprint(this.log, this.#parsedTo);
    return true;
  }

  /** The rest after the last event. */
  get ending(): Ending {
    return this.#extractor?.end() ?? { kind: 'clean' };
  }

  /** Accepts the rest at the end as it is: nothing will be added to this file. */
  async takeEnding(): Promise<void> {
    const { ending } = this;
    if (ending.kind === 'open') await this.#add(ending.result);
    this.#parsedTo = this.#readTo;
    this.#extractor = null;
  }

  /** Bytes parsed after the last committed position. */
  get ahead(): number {
    return this.#parsedTo - this.#committedTo;
  }

  /** Position to resume from, after the last event. */
  async position(): Promise<FilePosition> {
    return this.#at(await fingerprint(this.log, this.#parsedTo));
  }

  /** The same without reading the file, which may have been truncated: uses the fingerprint of the last read. */
  get positionAsRead(): FilePosition {
    return this.#at(this.#print);
  }

  /** True when bytes already read have changed. */
  async changedBelow(): Promise<boolean> {
    if ((await sizeOf(this.log)) < this.#readTo) return true;
    return (await fingerprint(this.log, this.#print.at)).hash !== this.#print.hash;
  }

  #at(print: FilePosition['fingerprint']): FilePosition {
    const { device, inode } = this.log;
    this.#committedTo = this.#parsedTo;
    return { kind: 'file', device, inode, offset: this.#parsedTo, fingerprint: print };
  }

  async #add(result: ParseResult): Promise<void> {
    if (result.line === null && result.refused === null) return;
    const placed = result.refused === null ? result : { ...result, refused: this.#place(result.refused) };
    if (this.#intake.add(placed)) return;
    await this.#intake.seal(await this.position());
    this.#intake.add(placed);
  }

  #place({ code, message }: RefusedEvent): RefusedEvent {
    return { code, message: `${message} (${this.log.path}, after byte ${this.#parsedTo})` };
  }

  async #createExtractor(): Promise<Extractor | null> {
    const layout = sniff(await readAt(this.log, 0, SNIFF_BYTES));
    return layout && this.#create(layout, this.#readTo);
  }
}
