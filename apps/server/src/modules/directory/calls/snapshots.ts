import { contract } from '@scout/contract';
import { DirectoryProblem } from '@scout/directory';
import type pg from 'pg';
import { audit } from '../../../platform/database/audit.ts';
import { withRole } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { AgentIdentity } from '../../auth/index.ts';
import { type DirectoryServices, implementCall } from '../services.ts';
import { connectorKey, keyFingerprint, openSnapshot } from '../snapshots.ts';
import { addPiece, beginSnapshot, completeSnapshot, lockSnapshot } from '../sql/shipSnapshot.ts';
import { noteFailure } from '../sql/syncs.ts';

export const directorySnapshotBegin = implementCall(
  contract.directorySnapshotBegin,
  async ({ directory_id, key }, { app, agent }) => {
    if (connectorKey(key) === undefined)
      throw new Refusal('invalid_input', { message: 'key must be an Ed25519 key (SPKI) as base64.' });
    await app.rates.consume('snapshotsPerAgent', agent.agentId);
    const begun = await shipping(app, agent, (client) =>
      beginSnapshot(client, agent, { directory_id, key }, app.clock.now()),
    );
    if (begun === undefined) throw new Refusal('not_found', { message: NOT_DUE });
    const { sync_id, connector_key, isPinned, position, name } = begun;
    const { tenantId } = agent;
    if (connector_key !== key) {
      const problem = new DirectoryProblem(
        'The agent signs with another key than before. Remove the directory and add it again if you reinstalled the agent.',
      );
      await noteFailure(app.pool, { tenant_id: tenantId, directory_id, sync_id }, problem, app.clock.now());
      throw new Refusal('snapshot_key');
    }
    if (isPinned)
      await withRole(app.pool, { role: 'scout_operator', tenantId }, (tx) =>
        audit(tx, {
          tenantId,
          actor: 'agent',
          action: 'directory_key_pinned',
          details: { directory: directory_id, name, agent_id: agent.agentId, key: keyFingerprint(key) },
        }),
      );
    return { snapshot_id: sync_id, position };
  },
);

export const directorySnapshotPiece = implementCall(
  contract.directorySnapshotPiece,
  async ({ snapshot_id, number, body }, { app, agent }) => {
    await app.rates.consume('piecesPerAgent', agent.agentId);
    const pieces = await shipping(app, agent, async (client) => {
      const found = await lockSnapshot(client, agent, snapshot_id, app.clock.now());
      if (found === undefined) throw new Refusal('not_found', { message: NO_SNAPSHOT });
      const piece = { number, body: Buffer.from(body, 'base64') };
      return addPiece(client, agent.tenantId, snapshot_id, found, piece);
    });
    if (pieces === undefined) throw new Refusal('snapshot_piece');
    return { pieces };
  },
);

export const directorySnapshotFinish = implementCall(
  contract.directorySnapshotFinish,
  async ({ snapshot_id, document, signature }, { app, agent }) => {
    const { tenantId, agentId } = agent;
    await app.rates.consume('piecesPerAgent', agentId);
    const outcome = await shipping(app, agent, async (client) => {
      const found = await lockSnapshot(client, agent, snapshot_id, app.clock.now());
      if (found === undefined) throw new Refusal('not_found', { message: NO_SNAPSHOT });
      const { directory_id, connector_key, pieces, digest } = found;
      const expected = { agentId, directoryId: directory_id, snapshotId: snapshot_id, key: connector_key };
      try {
        const problem = openSnapshot(document, signature, { ...expected, pieces, digest });
        if (problem !== null) return { problem, directory_id, isRefused: false };
      } catch (error) {
        if (error instanceof DirectoryProblem) return { problem: error, directory_id, isRefused: true };
        throw error;
      }
      await completeSnapshot(client, tenantId, snapshot_id, document);
      return null;
    });
    if (outcome !== null) {
      const { problem, directory_id, isRefused } = outcome;
      const claimed = { tenant_id: tenantId, directory_id, sync_id: snapshot_id };
      await noteFailure(app.pool, claimed, problem, app.clock.now());
      if (isRefused) throw new Refusal('snapshot_refused');
    }
    return { received: true as const };
  },
);

const NOT_DUE = 'This agent has no such directory, or it is not to be read now.';
const NO_SNAPSHOT = 'This agent ships no such snapshot, or its time is up.';

/** A step of an approved agent, when it is its organization's turn. */
async function shipping<T>(
  app: DirectoryServices,
  agent: AgentIdentity,
  step: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  if (agent.awaitsApproval) throw new Refusal('awaiting_approval');
  if (!agent.isSubscribed) throw new Refusal('subscription_ended');
  await app.storage.admit();
  const { tenantId } = agent;
  return app.snapshotQueue.within(tenantId, () =>
    withRole(app.pool, { role: 'scout_ingest', tenantId }, (_tx, client) => step(client)),
  );
}
