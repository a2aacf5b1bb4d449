import { cx } from '@scout/ui';
import { type KeyboardEvent, useRef } from 'react';

/** The four dashboards, in the product's order. */
export const dashboardTabs = [
  { id: 'service-accounts', title: 'Service Account Activity' },
  { id: 'failed-logons', title: 'Failed Logons' },
  { id: 'interactive-logons', title: 'Interactive Logons' },
  { id: 'infrastructure', title: 'Infrastructure Changes' },
] as const;

export type DashboardId = (typeof dashboardTabs)[number]['id'];

interface TabListProps {
  chosen: DashboardId;
  onChoose: (id: DashboardId) => void;
}

const last = dashboardTabs.length - 1;
const moves: Record<string, (at: number) => number> = {
  ArrowRight: (at) => (at === last ? 0 : at + 1),
  ArrowLeft: (at) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: () => last,
};

/** The names of the four dashboards; arrow keys move between them. */
export function TabList({ chosen, onChoose }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const at = dashboardTabs.findIndex(({ id }) => id === chosen);
    const next = moves[event.key]?.(at);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(dashboardTabs[next]!.id);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Dashboards"
      onKeyDown={onKeyDown}
      className="no-scrollbar scroll-hint flex min-w-0 overflow-x-auto"
    >
      {dashboardTabs.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`dashboard-${id}-tab`}
          aria-controls={`dashboard-${id}`}
          aria-selected={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
          className={cx(
            'h-12 shrink-0 cursor-pointer border-b-2 px-4 text-body whitespace-nowrap',
            id === chosen
              ? 'border-accent font-medium text-content'
              : 'border-transparent text-content-muted hover:text-content',
          )}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
