import { limits, type MachineNames, type NamesReport } from '@scout/contract';

/** State of a machine's names by its last report. `wanted` is the version of the organization's detection settings. */
export function machineNamesOf(
  wanted: number,
  { names, last_seen_at }: { readonly names: NamesReport | null; readonly last_seen_at: Date | null },
): MachineNames {
  const { applied = null, refused = null } = names ?? {};
  return {
    state: stateOf(wanted, names, last_seen_at),
    wanted,
    version: applied?.version ?? null,
    since: applied && new Date(applied.since).toISOString(),
    message: refused?.message.slice(0, limits.agentGroup.messageMax) ?? null,
  };
}

function stateOf(wanted: number, names: NamesReport | null, lastSeenAt: Date | null): MachineNames['state'] {
  if (names === null) return lastSeenAt === null ? 'pending' : 'unsupported';
  // An agent forgets a refusal when it takes newer names.
  if (names.refused !== null) return 'refused';
  return names.applied?.version === wanted ? 'current' : 'pending';
}

/** True when a heartbeat's answer must carry the names: an agent is told of what it refused again only after its restart. */
export function areOwed(
  { etag, version }: { readonly etag: string; readonly version: number },
  { applied, refused }: NamesReport,
): boolean {
  if (applied?.etag === etag && applied.version === version) return false;
  return refused?.etag !== etag;
}
