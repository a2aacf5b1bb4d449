import {
  FIGURED_RULES,
  FIGURES,
  type FiguredRule,
  type FigureField,
  type FiguresDefinition,
  type FiguresOf,
} from '@scout/detection';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';
import {
  failedLogonFigures,
  infrastructureChangeFigures,
  interactiveLogonFigures,
  serviceAccountActivityFigures,
} from './figures.ts';

/** Rules whose figures are counts and texts. */
type PlainRule = {
  [R in FiguredRule]: (typeof FIGURES)[R] extends { fields: object } ? R : never;
}[FiguredRule];

/** Figures with lists, in a schema of their own. */
const listed = {
  'service-account-activity': serviceAccountActivityFigures,
  'failed-logons': failedLogonFigures,
  'interactive-logons': interactiveLogonFigures,
  'infrastructure-changes': infrastructureChangeFigures,
} as const satisfies Record<Exclude<FiguredRule, PlainRule>, z.ZodType>;

const FIELDS = { count: z.number().int().nonnegative(), text: z.string() } as const satisfies Record<
  FigureField,
  z.ZodType
>;

function schemaOf(rule: FiguredRule): z.ZodType {
  if (Object.hasOwn(listed, rule)) return listed[rule as keyof typeof listed];
  const { fields = {} } = FIGURES[rule] as FiguresDefinition<unknown, FiguresOf[FiguredRule]>;
  const shape = Object.entries<FigureField>(fields).map(([name, field]) => [name, FIELDS[field]]);
  return z.object({ since: isoTime, until: isoTime, ...Object.fromEntries(shape) });
}

/** The answer of each rule's call: figures with lists have a schema of their own, others get one from the catalog. */
export const ruleFigures = Object.fromEntries(
  FIGURED_RULES.map((rule) => [rule, schemaOf(rule)]),
) as unknown as { readonly [R in FiguredRule]: z.ZodType<FiguresOf[R], FiguresOf[R]> };
