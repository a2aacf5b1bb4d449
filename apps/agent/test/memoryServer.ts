import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Acknowledgement, HeartbeatResponse, ShipOutcome } from '../src/transport/server.ts';

/** A server without a network: only the ledger. `loses` decides which responses are lost after the batch was stored. */
export class MemoryServer {
  readonly url = 'memory:';
  readonly stored: string[] = [];
  readonly numbers: number[] = [];
  conflicts = 0;
  maxLines = Number.POSITIVE_INFINITY;
  /** Maximum distance of a batch number from the last one. */
  reach = Number.POSITIVE_INFINITY;
  loses: () => boolean = () => false;
  readonly #ledger = new Map<number, { hash: string; outcome: Acknowledgement }>();

  /** Marks a number as used for a different body. */
  occupy(number: number): void {
    this.#ledger.set(number, { hash: 'other', outcome: { accepted: 0, duplicates: 0, rejected: [] } });
  }

  async ship(
    _credential: string,
    { number, lines, body }: { number: number; lines: number; body: Uint8Array },
  ): Promise<ShipOutcome> {
    this.numbers.push(number);
    if (number > this.reach + Math.max(0, ...this.#ledger.keys())) return { kind: 'misnumbered' };
    if (lines > this.maxLines) return { kind: 'too_large' };
    const hash = createHash('sha256').update(body).digest('hex');
    const known = this.#ledger.get(number);
    if (known !== undefined && known.hash !== hash) {
      this.conflicts += 1;
      return { kind: 'conflict' };
    }
    const duplicates = known?.outcome.accepted ?? 0;
    const outcome = { accepted: known ? 0 : lines, duplicates, rejected: [] };
    if (known === undefined) {
      this.stored.push(...gunzipSync(body).toString('utf8').split('\n').slice(0, -1));
      this.#ledger.set(number, { hash, outcome });
    }
    if (this.loses()) return { kind: 'trouble', reason: 'lost', retryAfterMs: null, refused: false };
    return { kind: 'stored', outcome };
  }

  async heartbeat(): Promise<HeartbeatResponse> {
    return {
      kind: 'answered',
      from: this.url,
      addresses: [],
      nextBatch: 1 + Math.max(0, ...this.#ledger.keys()),
      gapsReceived: [],
      rotateCredential: false,
      awaitsApproval: false,
      lacksSubscription: false,
      upgrade: null,
    };
  }
}
