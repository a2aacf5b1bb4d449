import { createHash } from 'node:crypto';
import { contract, limits } from '@scout/contract';
import { isNewer } from '@scout/contract/releases';
import { challengeText } from '@scout/contract/serverIdentity';
import { DAY } from '@scout/detection/time';
import { audit } from '../../../platform/database/audit.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { proveIdentity } from '../../auth/index.ts';
import { dueDirectories } from '../../directory/index.ts';
import { implementCall } from '../services.ts';
import { signedNames } from '../sql/agentNames.ts';
import { isOffered } from '../sql/agentUpgrades.ts';
import { joinByName } from '../sql/configurations.ts';
import { redeemEnrolment, rotateCredential } from '../sql/enrolments.ts';
import { type Noted, noteGaps, type Sign } from '../sql/heartbeats.ts';

export const agentEnrol = implementCall(
  contract.agentEnrol,
  async ({ token, proof, group, ...machine }, { app, request }) => {
    await app.rates.consume('enrolPerAddress', request.address);
    const answer = await withRole(app.pool, { role: 'scout_auth' }, async (tx) => {
      const outcome = await redeemEnrolment(tx, { token, proof, group }, machine, app.clock.now());
      if (outcome.entry) {
        const { tenantId, action, details } = outcome.entry;
        await audit(tx, { tenantId, actor: 'agent', action, details, address: request.address });
      }
      return outcome;
    });
    if ('enrolled' in answer) return answer.enrolled;
    if (answer.refused !== 'token') throw new Refusal(answer.refused);
    // Same refusal for an unknown, expired, revoked or used-up token, so that the caller cannot tell them apart.
    throw new Refusal(token === undefined ? 'invalid_credential' : 'invalid_enrolment_token');
  },
);

const ROTATE_AFTER_MS = limits.agent.rotateAfterDays * DAY;

export const agentHeartbeat = implementCall(contract.agentHeartbeat, async (heard, { app, agent }) => {
  const now = new Date(app.clock.now());
  const { host, platform, version, queue_depth, events_read, gaps = [] } = heard;
  const sign: Sign = {
    instance_id: heard.instance_id ?? null,
    host,
    platform,
    version,
    queue_depth,
    waiting_seconds: heard.waiting_seconds ?? heard.lag_seconds ?? null,
    // Network delay counts as clock lag: well below the reporting threshold.
    clock_skew_seconds:
      heard.sent_at === undefined ? null : (Date.parse(heard.sent_at) - now.getTime()) / 1000,
    events_read,
    events_sent: heard.events_sent ?? null,
    audit: heard.audit ?? null,
    sources: heard.sources ?? null,
    upgrade: heard.upgrade ?? null,
    configuration: heard.configuration ?? null,
    names: heard.names ?? null,
  };
  const { tenantId } = agent;
  const latest = app.latestAgent(platform);
  const answer = async (
    tx: Transaction,
    { credential_issued_at, nextBatch, ...membership }: Noted & { nextBatch: number },
  ) => {
    if (gaps.length > 0) await noteGaps(tx, agent, gaps, now);
    const { names_etag } = heard;
    const wantsNames = names_etag !== undefined && !agent.awaitsApproval;
    const names = wantsNames ? (await app.agentNames.of(tx, tenantId, now.getTime())).names : undefined;
    const { configuration: report, names: namesReport } = heard;
    const isOlder = latest !== null && isNewer(latest.version, version);
    if (!isOlder) app.upgradeTurns.end(agent.agentId);
    const group_id = agent.awaitsApproval ? null : await joinByName(tx, agent, membership, host);
    const { directories } = heard;
    const mayRead = agent.isSubscribed && !agent.awaitsApproval;
    const takesConfiguration = report !== undefined && !agent.awaitsApproval;
    return {
      ...(names !== undefined && names.etag !== names_etag && { names }),
      ...(namesReport !== undefined &&
        !agent.awaitsApproval &&
        (await signedNames(app, tx, agent, namesReport, now))),
      ...(takesConfiguration && (await app.configurations.answer(tx, agent, { group_id, report }, now))),
      ...(directories !== undefined &&
        mayRead && { directories_due: await dueDirectories(tx, agent, directories.snapshot_id, now) }),
      next_batch: nextBatch,
      upgrade:
        isOlder &&
        !agent.awaitsApproval &&
        (await isOffered(tx, agent, latest.version)) &&
        app.upgradeTurns.take(agent.agentId, now.getTime()),
      rotate_credential: now.getTime() - credential_issued_at.getTime() > ROTATE_AFTER_MS,
    };
  };
  const isLong = gaps.length > 0;
  const stored = await app.heartbeats.hear({ tenantId, agentId: agent.agentId, sign, now, isLong, answer });
  return {
    ...stored,
    server_time: now.toISOString(),
    awaiting_approval: agent.awaitsApproval,
    subscribed: agent.isSubscribed,
    gaps_received: gaps.map(({ gap_id }) => gap_id),
    latest,
    addresses: app.addresses.announced(),
  };
});

export const agentIdentify = implementCall(
  contract.agentIdentify,
  async ({ agent_id, address, nonce }, { app, request }) => {
    await app.rates.consume('identifyPerAddress', request.address);
    if (!app.addresses.isOwn(address)) throw new Refusal('not_found');
    const challenge = createHash('sha256')
      .update(challengeText(address, agent_id, nonce))
      .digest();
    const proofs = await proveIdentity(app.authStore, agent_id, challenge);
    if (proofs.length === 0) throw new Refusal('not_found');
    return { proofs: proofs.map((proof) => proof.toString('hex')) };
  },
);

export const agentRotate = implementCall(contract.agentRotate, async (_input, { app, agent, request }) => {
  await app.rates.consume('rotatePerAgent', agent.agentId);
  const credential = await withRole(app.pool, { role: 'scout_auth' }, async (tx) => {
    const made = await rotateCredential(tx, agent);
    if (made !== undefined) {
      await audit(tx, {
        tenantId: agent.tenantId,
        actor: 'agent',
        action: 'agent_credential_rotated',
        details: { agent_id: agent.agentId },
        address: request.address,
      });
    }
    return made;
  });
  if (credential === undefined) throw new Refusal('credential_revoked');
  return { credential };
});
