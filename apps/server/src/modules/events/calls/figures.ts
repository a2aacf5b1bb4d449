import { contract, type FiguresCall, figuresCallOf, type RuleFiguresCall } from '@scout/contract';
import { FIGURED_RULES, type FiguredRule } from '@scout/detection';
import { implementCall } from '../services.ts';
import { clockOf } from '../sql/figures/clockOf.ts';
import { readFigures } from '../sql/figures/readFigures.ts';

const implementFigures = (rule: FiguredRule) =>
  implementCall(contract[figuresCallOf(rule)] as RuleFiguresCall, (query, { app, tx, member }) =>
    readFigures(tx, member.tenantId, rule, clockOf(query, app.clock.now())),
  );

/** The call of each rule of the catalog that has figures. */
export const ruleFigures = Object.fromEntries(
  FIGURED_RULES.map((rule) => [figuresCallOf(rule), implementFigures(rule)]),
) as { readonly [Name in FiguresCall<FiguredRule>]: ReturnType<typeof implementFigures> };
