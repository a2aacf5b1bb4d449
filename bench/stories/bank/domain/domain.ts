import type { Draw } from '../draw.ts';
import { NOISE_RATES, type NoiseKind } from '../noise/rates.ts';
import { type Coverage, drawCoverage } from './coverage.ts';
import { drawLanguage, type Language } from './language.ts';
import { drawNaming, type NamingMix } from './naming.ts';
import { drawTimes, type Times } from './times.ts';

/** Properties that differ from bank to bank: sizes, names, coverage, working hours, and noise. */
export type Domain = {
  name: string;
  sizes: Sizes;
  naming: NamingMix;
  coverage: Coverage;
  language: Language;
  times: Times;
  /** Daily frequency of each noise in a bank of 2,100 accounts; 0 if it does not occur there. */
  noise: Readonly<Record<NoiseKind, number>>;
};

/** Numbers of a bank, each between the least and the most, evenly by orders of magnitude. */
const SIZES = {
  accounts: [300, 2_400],
  peopleAnAccount: [0.2, 1.1],
  accountsAnApp: [5, 18],
  accountsAnAdmin: [40, 140],
  controllers: [2, 8],
  jumpHosts: [2, 12],
  fileServers: [3, 16],
  sharedDatabases: [2, 14],
  managementHosts: [2, 4],
} as const satisfies Record<string, readonly [least: number, most: number]>;
type Sizes = Record<keyof typeof SIZES, number>;

const SYLLABLES = [
  ['NORD', 'FIRST', 'RHEIN', 'ALPEN', 'HANSA', 'ATLAS', 'CITY', 'BALTIC', 'LOIRE', 'VOLGA', 'UNION', 'OAK'],
  ['BANK', 'KREDIT', 'TRUST', 'CAPITAL', 'SPAR', 'FIN', 'INVEST', ''],
] as const;

/** Share of the kinds of noise that a bank lacks, and the factors between which the rates of the others lie. */
const ABSENT = 0.2;
const FACTORS = [0.25, 4] as const;

/** @param accounts number of service accounts; drawn if not given */
export function drawDomain(draw: Draw, accounts?: number): Domain {
  const sizes = Object.fromEntries(
    Object.entries(SIZES).map(([name, [least, most]]) => [name, draw.scale(least, most)]),
  ) as Sizes;
  return {
    name: `${draw.pick(SYLLABLES[0])}${draw.pick(SYLLABLES[1])}`,
    sizes: { ...sizes, accounts: accounts ?? Math.round(sizes.accounts) },
    naming: drawNaming(draw),
    coverage: drawCoverage(draw),
    language: drawLanguage(draw),
    times: drawTimes(draw),
    noise: drawNoise(draw),
  };
}

function drawNoise(draw: Draw): Record<NoiseKind, number> {
  const kinds = Object.entries(NOISE_RATES) as [NoiseKind, number][];
  return Object.fromEntries(
    kinds.map(([kind, rate]) => {
      const isAbsent = draw.chance(ABSENT);
      const factor = draw.scale(...FACTORS);
      return [kind, isAbsent ? 0 : rate * factor];
    }),
  ) as Record<NoiseKind, number>;
}
