import { Refusal } from '../../platform/http/refusal.ts';
import { createShares, type Shares } from '../../platform/http/shares.ts';
import { createTurns } from '../../platform/http/turns.ts';

/** Limits of one server process, independent of the agents. */
export interface GateLimits {
  /** Requests between first byte and response. */
  readonly batches: number;
  /** Total bytes of held bodies, as received, without those covered by {@link smallBytes}. */
  readonly bytes: number;
  /** Bytes reserved for the first {@link smallBody} bytes of each body, so that small batches pass despite large ones. */
  readonly smallBytes: number;
  readonly smallBody: number;
  /** Size of a body from which a batch takes two working places. */
  readonly largeBody: number;
  /**
   * Batches being unpacked or parsed, or waiting to be written without space for their rows; the others wait with only their
   * compressed body.
   */
  readonly working: number;
  /** Groups of batches being written, or next on one of ingest's connections. */
  readonly writing: number;
  /** Bytes of rows from which a group of batches takes three writing places. */
  readonly manyRows: number;
  /** Bytes of rows that may wait for writing without a working place. */
  readonly parkedRows: number;
  /** Concurrent requests of one agent, so that none takes all places. */
  readonly perAgent: number;
}

const MIB = 1024 * 1024;

/** Batches with small bodies in one turn of an organization: read one after the other, they become one transaction. */
const SMALL_IN_TURN = 8;

/** Admits a thousand simultaneously reconnecting agents of one organization: waiting small batches hold almost nothing. */
export const GATE_LIMITS: GateLimits = {
  batches: 4_096,
  bytes: 112 * MIB,
  smallBytes: 16 * MIB,
  smallBody: 64 * 1024,
  largeBody: MIB,
  working: 4,
  writing: 7,
  manyRows: 4 * MIB,
  parkedRows: 32 * MIB,
  perAgent: 4,
};

/** The sender of the batch. */
export interface Sender {
  readonly tenantId: string;
  readonly agentId: string;
}

/** One request's place in the gate, from first byte to response. */
export interface Place {
  /**
   * Reserves space for a body of the declared length: refusing it halfway would waste the reading, repeatedly. Called at most
   * once, before {@link hold}. @throws Refusal as {@link hold}
   */
  reserve(bytes: number): void;
  /**
   * Counts `bytes` more of the body as held, beyond the reservation. @throws Refusal 429 above the sender's share, 503 when the
   * process holds too much
   */
  hold(bytes: number): void;
  /**
   * Resolves when this batch may be unpacked and parsed: organizations take turns, each with its oldest batch. A large body takes
   * two places, so that an organization works on one such batch at a time, or on two others. May be called again after {@link
   * write}, when the batch must be judged again.
   */
  turn(): Promise<void>;
  /**
   * Marks this batch as waiting to write this many bytes of rows: another may be worked on meanwhile. Without space for the rows
   * the batch keeps its working place, which limits the number of waiting ones.
   */
  park(rows: number): void;
  /**
   * Resolves when this batch, and others in its group, may be written, in separate places: beside a large batch an organization
   * has only one working place, and a slow commit in it would block everything it sends. Many rows take three places, so that an
   * organization writes one such batch at a time: two would occupy two processors of the database.
   * @param rows bytes of the group's rows
   */
  write(rows: number): Promise<void>;
  /** Releases everything; must be called exactly once in every case. */
  leave(): void;
}

export interface Gate {
  /** @throws Refusal 429 for an agent or an organization with too many open requests, 503 when the process is full */
  enter(sender: Sender): Place;
  /** Bytes and batches currently held. */
  readonly held: { readonly batches: number; readonly bytes: number; readonly working: number };
  /** True if a small batch would be refused now, whoever sent it. */
  isFull(): boolean;
}

/**
 * Bounds ingest's memory: a request above the limits is told when to retry instead of being queued. An organization may hold as
 * much as remains for the others, so that none fills the server alone; an agent half of that.
 */
export function createGate(limits: GateLimits): Gate {
  const requests = createShares(limits.batches);
  const small = createShares(limits.smallBytes);
  const large = createShares(limits.bytes);
  const working = createTurns(limits.working);
  const writing = createTurns(limits.writing);
  const parked = createShares(limits.parkedRows);
  const perAgent = new Map<string, number>();

  function enter({ tenantId, agentId }: Sender): Place {
    const own = perAgent.get(agentId) ?? 0;
    if (own >= limits.perAgent)
      throw tooMuch('This agent already has batches in progress; send fewer at a time.');
    refuseUnless(requests.whyNot(tenantId, 1), 'batches in progress');
    requests.take(tenantId, 1);
    perAgent.set(agentId, own + 1);

    const held = { small: 0, large: 0 };
    let reserved = 0;
    const places = { working: 0, writing: 0, parked: 0 };
    const givePlacesBack = (): void => {
      const given = { ...places };
      Object.assign(places, { working: 0, writing: 0, parked: 0 });
      parked.giveBack(tenantId, given.parked);
      working.giveBack(tenantId, given.working);
      writing.giveBack(tenantId, given.writing);
    };
    const takeLarge = (bytes: number): void => {
      refuseUnless(large.whyNot(tenantId, bytes, agentId), 'bytes in progress');
      large.take(tenantId, bytes, agentId);
      held.large += bytes;
    };
    return {
      reserve(bytes) {
        if (bytes <= limits.smallBody) return;
        takeLarge(bytes);
        reserved = bytes;
      },
      hold(more) {
        if (more <= reserved) {
          reserved -= more;
          return;
        }
        const begins = held.small + held.large + more <= limits.smallBody;
        if (begins && small.whyNot(tenantId, more) === undefined) {
          small.take(tenantId, more);
          held.small += more;
          return;
        }
        takeLarge(more);
      },
      async turn() {
        givePlacesBack();
        const needed = held.small + held.large < limits.largeBody ? 1 : 2;
        const ofTurn = held.small + held.large < limits.smallBody ? 1 / SMALL_IN_TURN : 1;
        await working.take(tenantId, needed, { ofTurn });
        places.working = needed;
      },
      park(rows) {
        if (parked.whyNot(tenantId, rows) !== undefined) return;
        givePlacesBack();
        parked.take(tenantId, rows);
        places.parked = rows;
      },
      async write(rows) {
        const needed = rows < limits.manyRows ? 1 : 3;
        await writing.take(tenantId, needed);
        const { working: worked } = places;
        places.working = 0;
        places.writing = needed;
        working.giveBack(tenantId, worked);
      },
      leave() {
        requests.giveBack(tenantId, 1);
        small.giveBack(tenantId, held.small);
        large.giveBack(tenantId, held.large, agentId);
        const left = (perAgent.get(agentId) ?? 1) - 1;
        if (left === 0) perAgent.delete(agentId);
        else perAgent.set(agentId, left);
        givePlacesBack();
      },
    };
  }

  const held = {
    get batches() {
      return requests.taken;
    },
    get bytes() {
      return small.taken + large.taken;
    },
    get working() {
      return working.taken + writing.taken;
    },
  };
  const isFull = (): boolean =>
    requests.taken >= limits.batches || (small.taken >= limits.smallBytes && large.taken >= limits.bytes);
  return { enter, held, isFull };
}

function refuseUnless(reason: ReturnType<Shares['whyNot']>, what: string): void {
  if (reason === 'share') throw tooMuch(`Its share of ${what} is used up; send fewer at a time.`);
  if (reason === 'full') {
    throw new Refusal('unavailable', {
      message: 'The server is processing as many batches as it can; send this one again shortly.',
      retryAfter: 2,
    });
  }
}

const tooMuch = (message: string): Refusal => new Refusal('rate_limited', { message, retryAfter: 1 });
