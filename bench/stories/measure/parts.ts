import { createAssessor, type Feature, FITTED, UNWEIGHTED } from '@scout/cases';
import type { CreateDetector, DetectorOptions } from '../detectors/detector.ts';

/** The fitted weights, with nothing for some features. */
const weightless = (...features: Feature[]): DetectorOptions => ({
  weights: { ...FITTED, ...Object.fromEntries(features.map((feature) => [feature, 0])) },
});

/** Parts of Scout that can be left out, and how it judges without each. Reading what a command line names cannot be. */
const PARTS: Readonly<Record<string, DetectorOptions>> = {
  'accompanying activity': weightless('company: missing'),
  minutes: weightless('minute'),
  parents: weightless('parent'),
  'shells of servers': weightless('program: shell of a server'),
  'success after refusals': weightless('success'),
  'fitted weights': { weights: UNWEIGHTED },
  'machine keys': { without: ['machine keys'] },
  'one case': { without: ['one case'] },
};

export const PART_NAMES = Object.keys(PARTS);

/**
 * Scout without each of some parts, by the name that reports show.
 * @param names separated by commas, or `all`
 * @throws Error for an unknown part
 */
export function detectorsWithout(names: string): Record<string, CreateDetector> {
  const chosen = names === 'all' ? PART_NAMES : names.split(',').map((name) => name.trim());
  return Object.fromEntries(
    chosen.map((name) => {
      const part = PARTS[name];
      if (part === undefined)
        throw new Error(
          `--without must be all or some of ${PART_NAMES.join(', ')}, not ${JSON.stringify(name)}`,
        );
      return [`without ${name}`, (options: DetectorOptions) => createAssessor({ ...options, ...part })];
    }),
  );
}
