import {
  type ConfigurationCounts,
  type ConfigurationReport,
  type ConfigurationState,
  configurationStates,
} from '@scout/contract';

/** The configuration that a machine should have. */
export interface Wanted {
  readonly group_id: string;
  readonly version: number;
}

/** A group's versions: the next one is for the machines of its rings. */
export const wantedVersion = (
  { version, next_version }: { readonly version: number; readonly next_version: number | null },
  isInRing: boolean,
): number => (isInRing && next_version !== null ? next_version : version);

const isFor = (
  reported: { readonly group_id: string | null; readonly version: number | null } | null,
  { group_id, version }: Wanted,
): boolean => reported !== null && reported.group_id === group_id && reported.version === version;

/** State of a machine's configuration by its last report; one without a report since its version changed is `unsupported`. */
export function configurationState(
  wanted: Wanted,
  {
    configuration,
    last_seen_at,
  }: { readonly configuration: ConfigurationReport | null; readonly last_seen_at: Date | null },
): ConfigurationState {
  if (configuration === null) return last_seen_at === null ? 'pending' : 'unsupported';
  if (isFor(configuration.applied, wanted)) return 'current';
  return isFor(configuration.refused, wanted) ? 'refused' : 'pending';
}

/** True when a heartbeat's answer must carry the configuration: an agent is told of what it refused again only after its restart. */
export function isOwed(wanted: Wanted | null, { applied, refused }: ConfigurationReport): boolean {
  if (wanted === null) return applied !== null && !(refused !== null && refused.group_id === null);
  return !isFor(applied, wanted) && !isFor(refused, wanted);
}

export function countConfigurations(states: readonly ConfigurationState[]): ConfigurationCounts {
  const counts = Object.fromEntries(configurationStates.map((state) => [state, 0])) as Record<
    ConfigurationState,
    number
  >;
  for (const state of states) counts[state] += 1;
  return { ...counts, machines: states.length };
}
