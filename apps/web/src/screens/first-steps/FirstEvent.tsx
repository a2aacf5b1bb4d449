import type { Agent, Tenant } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { Button, buttonClass, EmptyState, formatCount, Mono, Panel } from '@scout/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../events/clock.ts';
import { paths } from '../../paths.ts';
import { hostText } from '../cases/file/names.ts';
import { lastBatch, useAgents } from '../dashboard/NothingYet.tsx';
import { FirstAgent } from './FirstAgent.tsx';

/** Shown on the home page until the first event has arrived, and then once as a confirmation. */
export function FirstEvent({ tenant }: { tenant: Tenant }) {
  const agents = useAgents();
  const now = useNow();
  const [dismissed, setDismissed] = useState(() => isFirstEventDismissed(localStorage, tenant.tenant_id));
  if (agents === undefined || tenant.is_sample) return null;
  const active = agents.filter(({ revoked_at }) => revoked_at === null);

  if (lastBatch(agents) !== null) {
    if (dismissed || !isNewFleet(agents, now)) return null;
    return (
      <Arrived
        agents={active.filter(({ last_batch_at }) => last_batch_at !== null)}
        onDismiss={() => {
          dismissFirstEvent(localStorage, tenant.tenant_id);
          setDismissed(true);
        }}
      />
    );
  }
  return (
    <Panel title="First steps">
      {active.length === 0 ? (
        <EmptyState reason="waiting" title="No machine sends events yet">
          Agents on your machines fill the dashboards. Start the first one now; its first event appears on
          this page.
        </EmptyState>
      ) : (
        <EmptyState reason="waiting" title={`${hostText(active[0]!.host)} is enrolled`}>
          Its agent has not sent an event yet. Log on to that machine to create one; it appears on this page.
        </EmptyState>
      )}
      <FirstAgent />
    </Panel>
  );
}

interface ArrivedProps {
  /** Agents that have sent events. */
  agents: readonly Agent[];
  onDismiss: () => void;
}

function Arrived({ agents, onDismiss }: ArrivedProps) {
  const [first] = agents;
  const events = agents.reduce((sum, { events_accepted }) => sum + events_accepted, 0);
  return (
    <section
      aria-labelledby="first-event"
      className="relative overflow-hidden border border-accent bg-surface-2 px-4 py-5 lg:px-6"
    >
      <Trace />
      <div role="status" className="mt-3">
        <h2 id="first-event" className="text-title font-medium">
          Your first event has arrived
        </h2>
        <p className="text-body text-content-muted">
          {first && <Mono value={hostText(first.host)} plain />} is on your dashboards:{' '}
          {events === 1 ? '1 event is' : `${formatCount(events)} events are`} stored, and new ones follow
          automatically.
        </p>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Link to={paths.settingsAgent} className={buttonClass({})}>
          See your machine
        </Link>
        <Button onClick={onDismiss}>Done</Button>
      </div>
    </section>
  );
}

/** A flat line that starts to move. */
function Trace() {
  return (
    <svg
      viewBox="0 0 480 32"
      preserveAspectRatio="xMinYMid meet"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
      className="h-8 w-full max-w-[480px] text-accent"
    >
      <path
        d="M0 20h150l8-5 8 10 9-22 10 28 8-15 7 4h90l7-4 7 8 8-17 8 20 7-10 6 3h147"
        pathLength={1}
        strokeDasharray={1}
        className="animate-draw"
      />
    </svg>
  );
}

const keyOf = (tenantId: string) => `scout_first_event_seen:${tenantId}`;

/** True while every agent that the organization ever had enrolled within the last day (`now` in epoch ms). */
function isNewFleet(agents: readonly Pick<Agent, 'enrolled_at'>[], now: number): boolean {
  return agents.length > 0 && agents.every(({ enrolled_at }) => now - Date.parse(enrolled_at) < DAY);
}

/** True once the confirmation was dismissed in this browser. */
function isFirstEventDismissed(storage: Pick<Storage, 'getItem'>, tenantId: string): boolean {
  return storage.getItem(keyOf(tenantId)) !== null;
}

function dismissFirstEvent(storage: Pick<Storage, 'setItem'>, tenantId: string): void {
  storage.setItem(keyOf(tenantId), 'true');
}
