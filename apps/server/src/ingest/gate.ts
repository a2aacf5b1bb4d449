import { Refusal } from '../http/refusal.ts';

/** What one server process holds at once, whatever the agents send. */
export interface GateLimits {
  /** Requests between their first byte and their answer. */
  readonly batches: number;
  /** Sum in bytes of the bodies held, as they arrived. */
  readonly bytes: number;
  /** Batches being unpacked, parsed or written; the others wait with their compressed body only. */
  readonly working: number;
  /** Requests of one agent, so that none takes the places of all. */
  readonly perAgent: number;
}

/** A thousand agents that come back at the same moment are let in: what small batches hold while they wait is next to nothing. */
export const GATE_LIMITS: GateLimits = { batches: 2_048, bytes: 128 * 1024 * 1024, working: 4, perAgent: 4 };

/** One request's place in the gate, from its first byte to its answer. */
export interface Place {
  /** Counts `bytes` more of the body as held. @throws Refusal 503 when the process holds too much */
  hold(bytes: number): void;
  /** Resolves when this batch may be unpacked and written; first come, first served. */
  turn(): Promise<void>;
  /** Gives everything back; to be called exactly once, whatever happened. */
  leave(): void;
}

export interface Gate {
  /** @throws Refusal 429 for an agent with too many requests open, 503 when the process is full */
  enter(agentId: string): Place;
  /** What is held now. */
  readonly held: { readonly batches: number; readonly bytes: number; readonly working: number };
}

/** Bounds what ingest holds in memory: a request beyond the bounds is told when to come again instead of being queued. */
export function createGate(limits: GateLimits): Gate {
  const held = { batches: 0, bytes: 0, working: 0 };
  const perAgent = new Map<string, number>();
  const waiting: (() => void)[] = [];

  function enter(agentId: string): Place {
    const own = perAgent.get(agentId) ?? 0;
    if (own >= limits.perAgent) {
      throw new Refusal('rate_limited', {
        message: 'This agent already has batches under way; send fewer at once.',
        retryAfter: 1,
      });
    }
    if (held.batches >= limits.batches) throw busy();
    held.batches += 1;
    perAgent.set(agentId, own + 1);

    let bytes = 0;
    let working = false;
    return {
      hold(more) {
        if (held.bytes + more > limits.bytes) throw busy();
        held.bytes += more;
        bytes += more;
      },
      async turn() {
        if (held.working >= limits.working) await new Promise<void>((resolve) => waiting.push(resolve));
        else held.working += 1;
        working = true;
      },
      leave() {
        held.batches -= 1;
        held.bytes -= bytes;
        const left = (perAgent.get(agentId) ?? 1) - 1;
        if (left === 0) perAgent.delete(agentId);
        else perAgent.set(agentId, left);
        if (!working) return;
        // The place is handed on, not given back, so that a newcomer cannot overtake those who wait.
        const next = waiting.shift();
        if (next) next();
        else held.working -= 1;
      },
    };
  }

  return { enter, held };
}

function busy(): Refusal {
  return new Refusal('unavailable', {
    message: 'The server holds as many batches as it can; send this one again shortly.',
    retryAfter: 2,
  });
}
