import { FIGURED_RULES, FIGURES, type FiguredRule } from '@scout/detection';
import { declareCall } from '../../call.ts';
import { figuresQuery } from '../../entities/figures.ts';
import { ruleFigures } from '../../entities/ruleFigures.ts';
import { type FiguresCall, figuresCallOf } from './callOf.ts';

/** The figures of a rule over the last 720 hours or the window asked for, computed by the server over all events. */
const declareFigures = <R extends FiguredRule>(rule: R) =>
  declareCall({
    access: 'subscriber',
    also: ['analyst', 'auditor'],
    scope: 'events:read',
    method: 'GET',
    path: `/api/v1/figures/${rule}`,
    summary: FIGURES[rule].summary,
    tag: 'Figures',
    input: figuresQuery,
    output: ruleFigures[rule],
  });

/** The call of whichever rule. */
export type RuleFiguresCall = ReturnType<typeof declareFigures<FiguredRule>>;

/** A call for each rule of the catalog that has figures. */
export const ruleFigureCalls = Object.fromEntries(
  FIGURED_RULES.map((rule) => [figuresCallOf(rule), declareFigures(rule)]),
) as { readonly [R in FiguredRule as FiguresCall<R>]: ReturnType<typeof declareFigures<R>> };
