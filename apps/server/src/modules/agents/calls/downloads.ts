import { readBuildState } from '@scout/agent-release/buildState';
import { contract, limits } from '@scout/contract';
import { findPackage, packageFileName, packagePath } from '@scout/contract/releases';
import { audit } from '../../../platform/database/audit.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { signedInPerson } from '../../auth/index.ts';
import { requireAgentAddress } from '../releases/agentAddress.ts';
import { newTicket, tokenOfTicket } from '../releases/tickets.ts';
import { implementCall } from '../services.ts';
import { makeDownloadTicket } from '../sql/downloadTickets.ts';

export const downloadsStatus = implementCall(contract.downloadsStatus, async (_input, { app }) => ({
  build: await readBuildState(app.config.releasesRoot, app.clock.now()),
  reach: app.addresses.reach(),
}));

const { ticketMinutes, tokenHours, tokenUses } = limits.download;

export const downloadsAgentWithConfig = implementCall(
  contract.downloadsAgentWithConfig,
  async ({ tenant_id, platform, arch, package: kind }, context) => {
    const { app, tx, member } = context;
    if (tenant_id !== member.tenantId) throw new Refusal('not_found');
    requireAgentAddress(app);
    await app.rates.consume('downloadPerOrganization', tenant_id);
    const wanted = findPackage({ platform, arch: arch ?? 'x64', kind });
    const release = app.releases.current();
    const path = wanted && packagePath(wanted);
    if (!path || !release || !(await app.releases.has(release, path)))
      throw new Refusal('agent_binary_not_found');
    const { email } = await signedInPerson(context);
    const ticket = await newTicket(app.keys('downloads'));
    const now = new Date(app.clock.now());
    const needsApproval = member.role !== 'admin';
    const token_id = await makeDownloadTicket(tx, {
      ticket,
      token: await tokenOfTicket(app.keys('downloads'), ticket),
      path,
      label: `Download for ${platform}`,
      createdBy: email,
      now,
      ticketExpires: new Date(now.getTime() + ticketMinutes * 60_000),
      tokenExpires: new Date(now.getTime() + tokenHours * 3_600_000),
      maxUses: tokenUses,
      needsApproval,
    });
    await audit(tx, {
      tenantId: tenant_id,
      actor: email,
      action: 'agent_downloaded',
      details: { platform, package: path, token_id, needs_approval: needsApproval },
    });
    await app.releases.warmUp(release, path);
    return { agent_url: `/releases/configured/${ticket}/${packageFileName(wanted)}` };
  },
);

export const releasesLatest = implementCall(contract.releasesLatest, async (_input, { app }) => {
  const release = app.releases.current();
  return release && { ...release.manifest, files: [...release.manifest.files] };
});
