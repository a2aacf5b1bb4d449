import type { Draw } from '../draw.ts';

/** Shares of a bank's machines from which something is collected, and of those that write it in a certain form. */
export type Coverage = Record<keyof typeof SHARES, number>;

const SHARES = {
  /** Machines with an agent. */
  servers: [0.6, 1],
  controllers: [0.5, 1],
  workstations: [0, 1],
  /** Machines that record process starts, and those of them that record command lines. */
  processes: [0.1, 0.9],
  commandLines: [0.4, 1],
  logoffs: [0.02, 0.9],
  /** Servers whose NTLM logons name the client; others give an address alone. */
  clientNames: [0.2, 1],
  /** Servers whose logons give an address. */
  clientAddresses: [0.9, 1],
  /** Machines that write IPv4 addresses as IPv6, and those that call themselves by a name without domain. */
  mappedAddresses: [0, 0.4],
  shortNames: [0, 0.6],
  /** Network logons by Kerberos of which a controller's ticket is collected, too. */
  tickets: [0.05, 0.5],
  /** Accounts and servers listed in the inventory. */
  inventory: [0.85, 1],
} as const satisfies Record<string, readonly [least: number, most: number]>;

export function drawCoverage(draw: Draw): Coverage {
  return Object.fromEntries(
    Object.entries(SHARES).map(([name, [least, most]]) => [name, draw.real(least, most)]),
  ) as Coverage;
}

/** Events collected from one machine, and their form. */
export type Collection = Record<(typeof TRAITS)[number][0], boolean> & { hasAgent: boolean };

const TRAITS = [
  ['auditsProcesses', 'processes'],
  ['logsCommandLines', 'commandLines'],
  ['tellsLogoffs', 'logoffs'],
  ['namesClients', 'clientNames'],
  ['givesAddresses', 'clientAddresses'],
  ['mapsAddresses', 'mappedAddresses'],
  ['hasShortName', 'shortNames'],
] as const satisfies readonly (readonly [string, keyof Coverage])[];

export function drawCollection(
  draw: Draw,
  coverage: Coverage,
  share: 'servers' | 'controllers' | 'workstations',
): Collection {
  const traits = TRAITS.map(([trait, name]) => [trait, draw.chance(coverage[name])] as const);
  const hasAgent = draw.chance(coverage[share]);
  return { ...(Object.fromEntries(traits) as Collection), hasAgent };
}
