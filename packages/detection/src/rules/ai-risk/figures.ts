import type { FiguresDefinition } from '../../figures/definition.ts';
import { foldOf } from '../../figures/fold.ts';
import type { FigureWindow } from '../../figures/shapes.ts';
import { windowOf } from '../../figures/window.ts';

/** Events from which the specification (section 9) calls the data enough. */
export const AI_RISK_ENOUGH = 50;

/** The sentence in place of AI risk rows (specification section 5). */
export function aiRiskNotice(count: number): string {
  return count > 0 && count < AI_RISK_ENOUGH
    ? "Less than 50 events isn't enough data for reliable ML results."
    : 'No data yet';
}

/** The AI risk panel: incidents of the rule, and the notice for that count. */
export const aiRiskFigures = {
  summary: 'AI risk notice',
  fold(period) {
    let total = 0;
    const count = () => {
      total += 1;
    };
    return foldOf(period, count, () => ({ total }));
  },
  finish: ({ total }, clock) => ({ ...windowOf(clock), count: total, notice: aiRiskNotice(total) }),
  reads: { total: { total: 'account' } },
  fields: { count: 'count', notice: 'text' },
} as const satisfies FiguresDefinition<{ total: number }, FigureWindow & { count: number; notice: string }>;
