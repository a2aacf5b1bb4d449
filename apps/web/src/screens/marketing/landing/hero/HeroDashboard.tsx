import { activityOf, type DemoDetection, type DemoIncident, demoDetections } from '@scout/detection/demo';
import { RollingNumber, StatusPill } from '@scout/ui';
import { useEffect, useRef, useState } from 'react';
import { useSeededStream } from '../../../../demo/stream.ts';
import { useWhileSeen } from '../../../../site/useWhileSeen.ts';
import { detectionRules } from '../../../dashboard/demo/demoStreams.ts';
import { AccountBars } from './AccountBars.tsx';
import { IncidentDetail } from './IncidentDetail.tsx';
import { IncidentRows } from './IncidentRows.tsx';

interface HeroDashboardProps {
  seed: number;
  /** Epoch ms of the prerendered figures. */
  now: number;
}

const ROWS = 6;

/** Service Account Activity on live seeded detections: an account filters the log, a row shows its details. */
export default function HeroDashboard({ seed, now }: HeroDashboardProps) {
  const place = useRef<HTMLElement>(null);
  const seen = useWhileSeen(place);
  const [paused, setPaused] = useState(false);
  /** True while the pointer is over the rows, which must not move then. */
  const [held, setHeld] = useState(false);
  const [account, setAccount] = useState<string | null>(null);
  const [chosen, setChosen] = useState<DemoIncident | null>(null);
  const [timeZone, setTimeZone] = useState<string | undefined>('UTC');
  useEffect(() => setTimeZone(undefined), []);

  const running = seen && !paused && !held && chosen === null;
  const { totalIncidents, totalWorkstations, byServiceAccount, log } = activityOf(
    useDetections(seed, now, running),
  );
  const rows = log.filter((row) => account === null || row.serviceAccount === account).slice(0, ROWS);

  function choose(next: string | null) {
    setAccount(next);
    setChosen(null);
  }

  return (
    <section
      ref={place}
      aria-label="Service Account Activity, sample data"
      className="border border-stroke-subtle bg-surface-2"
    >
      <header className="flex h-11 items-center gap-3 border-b border-stroke-subtle px-4">
        <h2 className="truncate text-body font-medium">Service Account Activity</h2>
        <span className="hidden text-label text-content-faint sm:inline">sample data</span>
        <span className="ml-auto flex items-center gap-3">
          <button
            type="button"
            aria-pressed={paused}
            onClick={() => setPaused(!paused)}
            className="cursor-pointer rounded-control text-label text-content-muted hover:text-content"
          >
            {paused ? 'Resume' : 'Pause'}
          </button>
          <StatusPill status={paused ? 'offline' : 'live'} {...(paused && { label: 'PAUSED' })} />
        </span>
      </header>
      <div className="grid gap-px bg-stroke-subtle sm:grid-cols-[11rem_minmax(0,1fr)]">
        <dl className="grid grid-cols-2 gap-px bg-stroke-subtle sm:grid-cols-1">
          <Figure label="Total Incidents" value={totalIncidents} />
          <Figure label="Total Workstations" value={totalWorkstations} />
        </dl>
        <AccountBars counts={byServiceAccount} chosen={account} onChoose={choose} />
      </div>
      <div
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        className="border-t border-stroke-subtle"
      >
        <IncidentRows
          rows={rows}
          room={ROWS}
          chosen={chosen?.id ?? null}
          onChoose={(row) => setChosen(chosen?.id === row.id ? null : row)}
          timeZone={timeZone}
        />
      </div>
      <IncidentDetail incident={chosen} account={account} onShowAll={() => choose(null)} />
    </section>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="bg-surface-2 px-4 py-3">
      <dt className="text-label text-content-muted">{label}</dt>
      <dd className="text-figure font-medium">
        <RollingNumber value={value} />
      </dd>
    </div>
  );
}

/**
 * Seeded detections that are updated while `running` (specification section 4).
 * @param now epoch ms of the prerendered list, shown until the browser's clock takes over
 */
function useDetections(seed: number, now: number, running: boolean): DemoDetection[] {
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  const [prerendered] = useState(() => demoDetections(seed, now));
  const [live] = useSeededStream(detectionRules(seed), running);
  return isLive ? live : prerendered;
}
