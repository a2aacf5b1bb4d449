/** Ordinary events that look like misuse: their daily frequency in a bank of 2,100 accounts, before a bank's own factor. */
export const NOISE_RATES = {
  // Growth
  newDestination: 5,
  integration: 2.5,
  oneOff: 7,
  newServer: 1,
  directoryUse: 0.7,
  joiner: 2,
  // Moves
  migration: 0.4,
  migrationWave: 0.12,
  failover: 0.8,
  moved: 1.5,
  // Jobs
  rerun: 7,
  awakening: 0.5,
  taskChanged: 1.5,
  serviceChanged: 1.5,
  // Passwords and refusals
  rotation: 3,
  hiccup: 14,
  mistyped: 2,
  clockSkew: 0.2,
  expired: 0.3,
  // People at accounts
  installation: 1.2,
  consoleWork: 0.7,
  development: 0.2,
  check: 0.4,
  // Administrators who name accounts
  lookUp: 9,
  principalNames: 2,
  permissions: 2,
  // Machines
  nameScan: 0.15,
  hostScan: 0.15,
  restart: 2,
  databaseShell: 1,
} as const;
/** `patchNight` comes by a bank's calendar. */
export type NoiseKind = keyof typeof NOISE_RATES;
export type Cause = NoiseKind | 'patchNight';
