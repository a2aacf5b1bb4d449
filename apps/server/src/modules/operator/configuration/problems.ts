import { type ConfigurationProblem, limits } from '@scout/contract';

/** Keys and indexes from the top of a file. */
export type Path = readonly PropertyKey[];

export interface Place {
  readonly line: number;
  readonly column: number;
}

const byPlace = (a: ConfigurationProblem, b: ConfigurationProblem) => a.line - b.line || a.column - b.column;

/** Problems in the order of the file, as many as are named at once. */
export const bounded = (problems: readonly ConfigurationProblem[]): ConfigurationProblem[] =>
  problems.toSorted(byPlace).slice(0, limits.configuration.problems);

/** Such as `channels[1].url`. */
export const pathText = (path: Path): string =>
  path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');

const MESSAGE_MAX = 600;

/** A sentence about the part of a file at a path. */
export function sentence(path: Path, text: string): string {
  const whole = path.length === 0 ? text : `${pathText(path)}: ${text}`;
  const ended = /[.!?)]$/.test(whole) ? whole : `${whole}.`;
  return ended.length <= MESSAGE_MAX ? ended : `${ended.slice(0, MESSAGE_MAX - 1).toWellFormed()}…`;
}
