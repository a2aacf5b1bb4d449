import { contract, limits } from '@scout/contract';
import { isNewer } from '@scout/contract/releases';
import { withRole } from '../database/pool.ts';
import { nextBatch } from '../queries/agents.ts';
import { isOffered } from '../queries/agentUpgrades.ts';
import { noteGaps, noteHeartbeat, type Sign } from '../queries/heartbeats.ts';
import { implementCall } from './implementCall.ts';

const ROTATE_AFTER_MS = limits.agent.rotateAfterDays * 86_400_000;

export const agentHeartbeat = implementCall(contract.agentHeartbeat, async (heard, { app, agent }) => {
  const now = new Date(app.clock.now());
  const { host, platform, version, queue_depth, events_read, gaps = [] } = heard;
  const sign: Sign = {
    instance_id: heard.instance_id ?? null,
    host,
    platform,
    version,
    queue_depth,
    waiting_seconds: heard.lag_seconds,
    // The way here counts as the clock being behind: well under what is worth telling anybody.
    clock_skew_seconds:
      heard.sent_at === undefined ? null : (Date.parse(heard.sent_at) - now.getTime()) / 1000,
    events_read,
    events_sent: heard.events_sent ?? null,
    audit: heard.audit ?? null,
    sources: heard.sources ?? null,
    upgrade: heard.upgrade ?? null,
  };
  const { tenantId } = agent;
  const latest = app.latestAgent(platform);
  const stored = await withRole(app.pool, { role: 'scout_ingest', tenantId }, async (tx) => {
    const issued = await noteHeartbeat(tx, agent, sign, now);
    if (gaps.length > 0) await noteGaps(tx, agent, gaps, now);
    return {
      next_batch: await nextBatch(tx, agent),
      upgrade:
        latest !== null &&
        !agent.awaitsApproval &&
        isNewer(latest.version, version) &&
        (await isOffered(tx, agent, latest.version)),
      rotate_credential: now.getTime() - issued.getTime() > ROTATE_AFTER_MS,
    };
  });
  return {
    ...stored,
    server_time: now.toISOString(),
    awaiting_approval: agent.awaitsApproval,
    gaps_received: gaps.map(({ gap_id }) => gap_id),
    latest,
    addresses: app.addresses.told(),
  };
});
