import type { Rows } from '../rows.ts';
import { GROWTH } from './growth.ts';
import { JOBS } from './jobs.ts';
import { LOOKUPS } from './lookups.ts';
import { isPatchNight, MACHINES, patchNight } from './machines.ts';
import { MOVES } from './moves.ts';
import { PASSWORDS } from './passwords.ts';
import { PEOPLE } from './people.ts';
import type { Cause, NoiseKind } from './rates.ts';
import type { Scene } from './scene.ts';

const NOISE: Readonly<Record<NoiseKind, (scene: Scene) => void>> = {
  ...GROWTH,
  ...MOVES,
  ...JOBS,
  ...PASSWORDS,
  ...PEOPLE,
  ...LOOKUPS,
  ...MACHINES,
};

/** Changes are made on workdays; these happen on any day. */
const BREAKS: ReadonlySet<NoiseKind> = new Set([
  'failover',
  'hiccup',
  'clockSkew',
  'moved',
  'oneOff',
  'rerun',
  'expired',
  'nameScan',
  'hostScan',
  'restart',
  'databaseShell',
]);

/**
 * The ordinary events of a day: none is misuse, but most look like it to a rule that detects novelty.
 *
 * @param rowsOf writes rows that are marked with their cause
 */
export function noiseDay(scene: Omit<Scene, 'rows'>, rowsOf: (cause: Cause) => Rows): void {
  const { world, calendar, draw, day, agenda } = scene;
  for (const end of agenda.get(day) ?? []) end();
  const size = world.accounts.length / 2_100;
  for (const [kind, mean] of Object.entries(world.domain.noise) as [NoiseKind, number][]) {
    const share = calendar.isWorkday(day) || BREAKS.has(kind) ? 1 : 0.15;
    const times = draw.times(mean * size * share);
    if (times === 0) continue;
    const scenery = { ...scene, rows: rowsOf(kind) };
    for (let i = 0; i < times; i += 1) NOISE[kind](scenery);
  }
  const scenery = { ...scene, rows: rowsOf('patchNight') };
  if (isPatchNight(scenery)) patchNight(scenery);
}
