import type { AgentState } from '@scout/contract';
import { cx, formatCount } from '@scout/ui';
import { type FleetFilter, stateOrder, stateWords } from './fleet.ts';
import { StateMark } from './StateMark.tsx';

interface StateFilterProps {
  counts: Readonly<Record<AgentState, number>>;
  value: FleetFilter;
  onChange: (filter: FleetFilter) => void;
}

/** States that are shown even at zero. */
const usual: readonly AgentState[] = ['silent', 'attention', 'healthy', 'revoked'];

/** Agent counts by state; a press filters by the state, another removes the filter. */
export function StateFilter({ counts, value, onChange }: StateFilterProps) {
  const shown = stateOrder.filter((state) => usual.includes(state) || counts[state] > 0 || value === state);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and needs a legend.
    <div
      role="group"
      aria-label="Agents by state"
      className="flex flex-wrap gap-px border-y border-stroke-subtle bg-stroke-subtle"
    >
      {shown.map((state) => {
        const pressed = value === state;
        return (
          <button
            key={state}
            type="button"
            aria-pressed={pressed}
            disabled={counts[state] === 0 && !pressed}
            onClick={() => onChange(pressed ? 'all' : state)}
            className={cx(
              'flex grow basis-[calc(50%-1px)] cursor-pointer items-baseline justify-between gap-3 px-4 py-2.5 text-left outline-offset-[-2px] transition-colors disabled:cursor-default sm:basis-44',
              pressed ? 'bg-surface-selected' : 'bg-surface-2 enabled:hover:bg-surface-3',
            )}
          >
            {counts[state] === 0 ? (
              <span className="text-body text-content-faint">{stateWords[state]}</span>
            ) : (
              <StateMark state={state} />
            )}{' '}
            <span
              className={cx(
                'font-mono text-lead tabular-nums',
                counts[state] === 0 ? 'text-content-faint' : 'font-medium text-content',
              )}
            >
              {formatCount(counts[state])}
            </span>
          </button>
        );
      })}
    </div>
  );
}
