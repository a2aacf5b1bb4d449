import type { Gap } from '../../src/spool/gaps.ts';
import type { Heard, Pulse, ShipOutcome, Trouble } from '../../src/transport/server.ts';
import { MemoryServer } from '../memoryServer.ts';

const unreachable: Trouble = { kind: 'trouble', reason: 'cut off', retryAfterMs: null, refused: false };

/** The server behind a network that breaks: in either direction, so that what was stored is not always heard of. */
export class FarServer extends MemoryServer {
  reachable = true;
  readonly gaps = new Map<string, Gap>();
  readonly pulses: Pulse[] = [];

  override async ship(...args: Parameters<MemoryServer['ship']>): Promise<ShipOutcome> {
    return this.reachable ? super.ship(...args) : unreachable;
  }

  override async heartbeat(_credential?: string, pulse?: Pulse): Promise<Heard> {
    if (!this.reachable || pulse === undefined) return unreachable as unknown as Heard;
    this.pulses.push(pulse);
    for (const gap of pulse.gaps) this.gaps.set(gap.gap_id, gap);
    const heard = { ...(await super.heartbeat()), gapsReceived: pulse.gaps.map(({ gap_id }) => gap_id) };
    return this.loses() ? (unreachable as unknown as Heard) : heard;
  }

  async rotate(): Promise<string> {
    return 'next';
  }
}
