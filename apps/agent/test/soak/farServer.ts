import type { AgentGap } from '@scout/contract';
import type {
  HeartbeatRequest,
  HeartbeatResponse,
  ShipOutcome,
  Trouble,
} from '../../src/transport/server.ts';
import { MemoryServer } from '../memoryServer.ts';

const unreachable: Trouble = { kind: 'trouble', reason: 'cut off', retryAfterMs: null, refused: false };

/** The server behind an unreliable network, which fails in either direction, so that responses for stored batches may be lost. */
export class FarServer extends MemoryServer {
  reachable = true;
  readonly gaps = new Map<string, AgentGap>();
  readonly heartbeats: HeartbeatRequest[] = [];

  override async ship(...args: Parameters<MemoryServer['ship']>): Promise<ShipOutcome> {
    return this.reachable ? super.ship(...args) : unreachable;
  }

  override async heartbeat(_credential?: string, request?: HeartbeatRequest): Promise<HeartbeatResponse> {
    if (!this.reachable || request === undefined) return unreachable as unknown as HeartbeatResponse;
    this.heartbeats.push(request);
    for (const gap of request.gaps) this.gaps.set(gap.gap_id, gap);
    const heard = { ...(await super.heartbeat()), gapsReceived: request.gaps.map(({ gap_id }) => gap_id) };
    return this.loses() ? (unreachable as unknown as HeartbeatResponse) : heard;
  }

  async rotate(): Promise<string> {
    return 'next';
  }
}
