import type { FiguredRule } from '@scout/detection';

type Pascal<Id extends string> = Id extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${Pascal<Rest>}`
  : Capitalize<Id>;

/** The name of the call that answers the figures of a rule: `figuresFailedLogons`. */
export type FiguresCall<R extends FiguredRule> = `figures${Pascal<R>}`;

export function figuresCallOf<R extends FiguredRule>(rule: R): FiguresCall<R> {
  const words = rule.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `figures${words.join('')}` as FiguresCall<R>;
}
