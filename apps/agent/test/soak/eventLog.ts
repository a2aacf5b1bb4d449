import { securityEvent } from '../windows/standIn.ts';

interface LogRecord {
  readonly id: number;
  readonly eventId: number;
  readonly xml: string;
}

/** A Windows event log in memory that keeps its latest `capacity` records and behaves like `wevtutil qe`. */
export class EventLog {
  readonly #capacity: number;
  #records: LogRecord[] = [];
  #next = 1;
  #made = 0;
  /** Account name and record id of each event, of every log so far. */
  readonly written: { readonly name: string; readonly record: number; readonly log: number }[] = [];
  #log = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Writes a failed logon with a unique account name. */
  write(): void {
    this.#made += 1;
    const name = `svc.n${this.#made}`;
    this.written.push({ name, record: this.#next, log: this.#log });
    this.#append(4625, name);
  }

  /** Clears the log: record ids continue, after the record of the clearing. */
  clear(): void {
    this.#records = [];
    this.#append(1102, 'someone');
  }

  /** Re-creates the log: record ids start over. */
  replace(): void {
    this.#records = [];
    this.#next = 1;
    this.#log += 1;
  }

  /** `wevtutil` for the agent's queries. */
  readonly answer = async function* (
    this: EventLog,
    _command: string,
    args: readonly string[],
  ): AsyncGenerator<Buffer> {
    const option = (name: string): string =>
      args.find((arg) => arg.startsWith(`/${name}:`))?.slice(name.length + 2) ?? '';
    const query = option('q');
    const from = Number(/EventRecordID=(\d+)/.exec(query)?.[1] ?? 0);
    const ids = [...query.matchAll(/EventID=(\d+)/g)].map(([, id]) => Number(id));
    const wanted = (record: LogRecord): boolean =>
      query === '*' || record.id === from || (record.id > from && ids.includes(record.eventId));
    const found = this.#records.filter(wanted);
    if (option('rd') === 'true') found.reverse();
    const page = found.slice(0, Number(option('c')));
    if (page.length > 0) yield Buffer.from(page.map(({ xml }) => `${xml}\r\n`).join(''));
  }.bind(this);

  #append(eventId: number, account: string): void {
    // The time is the record's identity: unique, also across earlier logs.
    const xml = securityEvent(this.#next, this.#log * 100_000 + this.#next, eventId, account);
    this.#records.push({ id: this.#next, eventId, xml });
    if (this.#records.length > this.#capacity) this.#records.shift();
    this.#next += 1;
  }
}
