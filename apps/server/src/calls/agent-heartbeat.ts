import { contract } from '@scout/contract';
import { withRole } from '../database/pool.ts';
import { nextBatch, noteHeartbeat } from '../queries/agents.ts';
import { implementCall } from './implementCall.ts';

export const agentHeartbeat = implementCall(contract.agentHeartbeat, async (sign, { app, agent }) => {
  const now = new Date(app.clock.now());
  const { host, platform, version, queue_depth, lag_seconds } = sign;
  const next_batch = await withRole(
    app.pool,
    { role: 'scout_ingest', tenantId: agent.tenantId },
    async (tx) => {
      await noteHeartbeat(tx, agent, { host, platform, version, queue_depth, lag_seconds }, now);
      return nextBatch(tx, agent);
    },
  );
  return { server_time: now.toISOString(), next_batch };
});
