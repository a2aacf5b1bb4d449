/** What is watched of a connection. */
export interface Watchable {
  /** False while an answer is awaited. */
  readonly readyForQuery: boolean | null;
  readonly connection: { readonly stream: { readonly bytesRead: number; readonly bytesWritten: number } };
}

/** A connection's silence at the last look. */
export interface Silence {
  readonly isWaiting: boolean;
  /** Time of the look that found the last change. */
  readonly since: number;
  /** Time of the look that found the last answer. */
  readonly heard: number;
  /** Bytes sent since the last change. */
  readonly unanswered: number;
}

interface Seen extends Silence {
  readonly read: number;
  /** Bytes sent in all before the silence, and at the last look. */
  readonly before: number;
  readonly written: number;
}

/** Compares counters of connections from look to look, which costs their statements nothing. */
export interface Silences<Client extends Watchable> {
  add(client: Client): void;
  delete(client: Client): void;
  /** @param now monotonic milliseconds */
  look(now: number): void;
  list(condition: (silence: Silence) => boolean): Client[];
  /** True for one that neither heard nor ended anything since the last look. */
  isUnchanged(client: Client): boolean;
}

const isWaitingNow = (client: Watchable): boolean => client.readyForQuery === false;

/** Watches connections that are added to it. */
export function silenceOf<Client extends Watchable>(): Silences<Client> {
  const seen = new Map<Client, Seen | undefined>();

  const isSame = (client: Client, last: Seen): boolean =>
    last.isWaiting === isWaitingNow(client) && last.read === client.connection.stream.bytesRead;

  return {
    add(client) {
      if (!seen.has(client)) seen.set(client, undefined);
    },
    delete: (client) => seen.delete(client),
    look(now) {
      for (const [client, last] of seen) {
        const { bytesRead: read, bytesWritten: written } = client.connection.stream;
        const isSilent = last !== undefined && isSame(client, last);
        // What was sent since the former look may be unanswered, too.
        const before = (isSilent ? last.before : last?.written) ?? written;
        seen.set(client, {
          isWaiting: isWaitingNow(client),
          since: isSilent ? last.since : now,
          heard: last?.read === read ? last.heard : now,
          unanswered: written - before,
          read,
          before,
          written,
        });
      }
    },
    list: (condition) =>
      [...seen].flatMap(([client, silence]) => (silence && condition(silence) ? [client] : [])),
    isUnchanged(client) {
      const last = seen.get(client);
      return last !== undefined && isSame(client, last);
    },
  };
}
