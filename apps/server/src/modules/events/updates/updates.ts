import { limits } from '@scout/contract';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type Notice, notify } from '../../../platform/database/notices.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { createAnnouncer } from './announcer.ts';
import { listen } from './listener.ts';
import { createStream, type Stream } from './stream.ts';

/** A member whose page subscribes to updates. */
export interface Reader {
  readonly tenantId: string;
  readonly userId: string;
}

/** Updates for open pages, from every server process to all others. */
export interface Updates {
  /** Called after the commit of an organization's events. */
  eventsStored(tenantId: string): void;
  /** Calls the listener when any server process has stored events of an organization, batched, or changed its assessment rules. */
  onAssessable(listener: (tenantId: string) => void): void;
  /**
   * A stream for this member, which the caller must end.
   * @param check whether the member may still receive updates, and of events
   * @throws Refusal unavailable above the limit
   */
  open(reader: Reader, check: () => Promise<MayHear | undefined>, hears: MayHear): Stream;
  /** Ends every stream and opens no more. */
  endStreams(): void;
  close(): Promise<void>;
}

/** Only members of a subscribed organization can read events. */
export interface MayHear {
  readonly events: boolean;
}

interface OpenStream extends Reader {
  readonly stream: Stream;
  hears: MayHear;
}

export interface UpdatesOptions {
  readonly pool: pg.Pool;
  /** URL of the server's login, for the listening connection. */
  readonly url: string;
  readonly log: FastifyBaseLogger;
  readonly heartbeatMs?: number;
}

/** Listens for notices from all server processes, including this one. */
export async function createUpdates({ pool, url, log, heartbeatMs }: UpdatesOptions): Promise<Updates> {
  const { perPerson, perOrganization, total, heartbeatSeconds, everyMs } = limits.updates;
  const byTenant = new Map<string, Set<OpenStream>>();
  const listeners: ((tenantId: string) => void)[] = [];
  const every = () => [...byTenant.values()].flatMap((streams) => [...streams]);
  let count = 0;
  let ended = false;
  const announcer = createAnnouncer(
    (tenantIds) =>
      notify(
        pool,
        tenantIds.map((id): Notice => ({ kind: 'events', id })),
      ),
    { everyMs, log },
  );
  const listener = await listen(url, { log, onNotice: deliver, onGap: () => every().forEach(catchUp) });

  function deliver({ kind, id }: Notice): void {
    switch (kind) {
      case 'events':
        for (const { stream, hears } of byTenant.get(id) ?? []) if (hears.events) stream.tell('events');
        for (const tell of listeners) tell(id);
        return;
      case 'rules':
        for (const tell of listeners) tell(id);
        return;
      case 'cases':
        for (const { stream, hears } of byTenant.get(id) ?? []) if (hears.events) stream.tell('cases');
        return;
      case 'organization':
        for (const { stream } of byTenant.get(id) ?? []) stream.tell('organization');
        return;
      case 'person':
        for (const { stream, userId } of every()) if (userId === id) stream.recheck();
    }
  }

  function catchUp({ stream, hears }: OpenStream): void {
    stream.tell('organization');
    if (hears.events) for (const kind of ['events', 'cases'] as const) stream.tell(kind);
  }

  function requirePlace({ tenantId, userId }: Reader): void {
    const own = byTenant.get(tenantId) ?? new Set<OpenStream>();
    const ofPerson = [...own].filter((each) => each.userId === userId).length;
    const full = ended || count >= total || own.size >= perOrganization || ofPerson >= perPerson;
    if (full) throw new Refusal('unavailable', { retryAfter: heartbeatSeconds });
  }

  function enter(entry: OpenStream): () => void {
    const own = byTenant.get(entry.tenantId) ?? new Set();
    byTenant.set(entry.tenantId, own.add(entry));
    count += 1;
    return () => {
      if (!own.delete(entry)) return;
      count -= 1;
      if (own.size === 0) byTenant.delete(entry.tenantId);
    };
  }

  return {
    eventsStored: announcer.eventsStored,
    onAssessable: (listener) => void listeners.push(listener),
    open(reader, check, hears) {
      requirePlace(reader);
      const stream = createStream(
        async () => {
          const found = await check();
          if (found) entry.hears = found;
          return found !== undefined;
        },
        heartbeatMs ?? heartbeatSeconds * 1000,
      );
      const entry: OpenStream = { ...reader, stream, hears };
      const leave = enter(entry);
      return {
        ...stream,
        end() {
          leave();
          stream.end();
        },
      };
    },
    endStreams() {
      ended = true;
      for (const { stream } of every()) stream.end();
    },
    async close() {
      await announcer.close();
      await listener.close();
    },
  };
}
