import { FEATURES, type Feature, type Weights } from '@scout/cases';
import type { BankExamples } from './examples.ts';
import { figuresOf, scored } from './model.ts';

/** A feature's weight, the alerts that have it, and what it is worth: recall at 1 and at 5 that is lost when it counts nothing. */
export type Entry = { feature: Feature; weight: number; alerts: number; worth: number[] };

/** All features in their order, on the banks that the weights were fitted to. */
export function tableOf(banks: readonly BankExamples[], weights: Weights): Entry[] {
  const recalls = (of: Weights) =>
    figuresOf(banks.map((bank) => scored(bank, of))).map(({ recall }) => recall);
  const all = recalls(weights);
  return FEATURES.map((feature) => {
    const without = recalls({ ...weights, [feature]: 0 });
    return {
      feature,
      weight: Math.round(weights[feature] * 100) / 100,
      alerts: banks.flatMap(({ examples }) => examples).filter(({ nats }) => nats[feature] !== undefined)
        .length,
      worth: all.map((recall, i) => recall - without[i]!),
    };
  });
}

/** The table as the source that the judge reads. @param about sentences about how it was fitted */
export function sourceOf(entries: readonly Entry[], about: readonly string[]): string {
  const points = (value: number) => (value * 100).toFixed(1);
  const lines = entries.map(({ feature, weight, alerts, worth }) => {
    const key = /^\w+$/.test(feature) ? feature : `'${feature}'`;
    return `  ${key}: ${weight}, // ${alerts} alerts; ${worth.map(points).join(', ')}`;
  });
  return `/**
 * Weights of the nats of each reason, by its feature, fitted by \`npm run fit:weights\`, which writes this file. Beside each
 * the alerts that it was fitted on, and the points of recall at 1 and at 5 alerts that are lost when it counts nothing.
${about.map((line) => ` * ${line}\n`).join('')} */
export const FITTED = {
${lines.join('\n')}
} as const;
`;
}
