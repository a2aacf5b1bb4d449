import { DAYS, FIRST, type Track, tracks, type Way } from './caseStory.ts';

const [PITCH, BAR, HIGH] = [10, 8, 20] as const;

const fills: Readonly<Record<Way['id'], string>> = {
  person: 'fill-severity-high',
  refused: 'fill-severity-medium',
  usual: 'fill-chart-axis',
};

/** The case's events on tracks over 30 days, with the account's usual activity in gray. */
export function Swimlanes({ chosen }: { chosen: Way['id'] | null }) {
  return (
    <div className="border-t border-stroke-subtle px-4 py-3">
      <ul>
        {tracks.map((track) => (
          <li
            key={track.title}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-end gap-x-3 border-b border-stroke-subtle pt-1.5 sm:grid-cols-[8.5rem_minmax(0,1fr)]"
          >
            <span className="text-label text-content-muted">{track.title}</span>
            <Bars track={track} isFaint={chosen !== null && chosen !== track.of} />
          </li>
        ))}
      </ul>
      <div
        aria-hidden="true"
        className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 pt-1.5 font-mono text-label text-content-muted sm:grid-cols-[8.5rem_minmax(0,1fr)]"
      >
        <span />
        <span className="grid grid-cols-[19fr_11fr]">
          <span>Oct 24</span>
          <span className="flex justify-between gap-2 whitespace-nowrap">
            <span className="text-accent">
              <span className="max-sm:hidden">since </span>Nov 12
            </span>
            <span>today</span>
          </span>
        </span>
      </div>
      <p className="sr-only">
        A person has used the account since Nov 12. Its own jobs ran on each of the last {DAYS} days.
      </p>
    </div>
  );
}

function Bars({ track: { days, of }, isFaint }: { track: Track; isFaint: boolean }) {
  const most = Math.max(...days);
  const shape = days
    .map((count, day) => {
      const tall = count === 0 ? 0 : Math.max(4, Math.round(Math.sqrt(count / most) * (HIGH - 2)));
      return tall === 0 ? '' : `M${day * PITCH + 1} ${HIGH}v${-tall}h${BAR}v${tall}z`;
    })
    .join('');
  return (
    <svg
      viewBox={`0 0 ${DAYS * PITCH} ${HIGH}`}
      preserveAspectRatio="none"
      width="100%"
      height={HIGH}
      aria-hidden="true"
    >
      <path d={shape} opacity={isFaint ? 0.25 : 1} className={fills[of]} />
      <path
        d={`M${FIRST * PITCH} 0V${HIGH}`}
        strokeDasharray="2 3"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent"
      />
    </svg>
  );
}
