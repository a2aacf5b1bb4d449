import { paths } from '../../../paths.ts';
import { Section } from './Section.tsx';

const points = [
  [
    'It learns from you',
    'The hours, hosts and servers of each account, from your own history. Nothing of it is shared with another customer.',
  ],
  [
    'It runs where you are',
    'Trained and run inside your boundary, on your hardware, without a connection to us.',
  ],
  [
    'It gives a reason',
    'A rise in risk names the fields that caused it. The rules stay the judge; the model tells you where to look first.',
  ],
] as const;

/** Premium: a model of the customer's own, shown by the one hour it points at. */
export function CustomAi() {
  return (
    <Section
      id="custom-ai"
      title="A model that knows your accounts"
      layout="beside"
      lead={
        <>
          Premium. We train a custom AI model on the habits of your service accounts and hand it over.{' '}
          <a href={paths.contact} className="text-accent underline underline-offset-4">
            Talk to us
          </a>{' '}
          about yours.
        </>
      }
    >
      <figure className="border border-stroke-subtle bg-surface-2">
        <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-stroke-subtle px-4 py-3 text-body">
          <span>
            Usual hours of <span className="font-mono">svc.billing</span>
          </span>
          <span className="text-label text-content-faint">thirty days, sample data</span>
        </figcaption>
        <div className="overflow-x-auto px-4 py-5">
          <UsualHours />
        </div>
        <p className="border-t border-stroke-subtle px-4 py-3 text-body text-content-muted">
          <span className="font-medium text-severity-high">Sunday 02:14.</span> Never seen at this hour, at
          this host, without a job before it.
        </p>
      </figure>
      <dl className="mt-10 grid gap-x-10 gap-y-6 sm:grid-cols-3">
        {points.map(([what, how]) => (
          <div key={what}>
            <dt className="text-body font-medium">{what}</dt>
            <dd className="mt-1 text-body text-content-muted text-pretty">{how}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const CELL = 22;
const LEFT = 40;

/** How often the account runs in an hour of the week, 0 to 1: its nightly job, its morning run, and weekends off. */
function usual(day: number, hour: number): number {
  if (day > 4) return hour === 23 ? 0.25 : 0;
  if (hour === 23) return 1;
  if (hour === 0) return 0.55;
  if (hour === 6) return 0.7;
  return hour === 12 && day === 4 ? 0.35 : 0;
}

/** A week of hours; the shade is the habit, the ring the one logon outside of it. */
function UsualHours() {
  return (
    <svg
      viewBox={`0 0 ${LEFT + 24 * CELL} ${7 * CELL + 20}`}
      className="block h-auto w-full min-w-[34rem]"
      role="img"
      aria-label="Hours of the week: svc.billing runs on weekdays at 23:00, midnight and 06:00. One logon lies outside, Sunday at 02:00."
    >
      {days.map((name, day) => (
        <g key={name}>
          <text x="0" y={day * CELL + 15} className="fill-content-faint font-mono text-[11px]">
            {name}
          </text>
          {Array.from({ length: 24 }, (_, hour) => {
            const habit = usual(day, hour);
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its number.
                key={hour}
                x={LEFT + hour * CELL}
                y={day * CELL}
                width={CELL - 3}
                height={CELL - 3}
                className={habit > 0 ? 'fill-chart-blue' : 'fill-surface-3'}
                opacity={habit > 0 ? 0.3 + habit * 0.7 : 1}
              />
            );
          })}
        </g>
      ))}
      <rect
        x={LEFT + 2 * CELL - 2.5}
        y={6 * CELL - 2.5}
        width={CELL + 2}
        height={CELL + 2}
        fill="none"
        strokeWidth="2"
        className="stroke-severity-high"
      />
      <path d={`M${LEFT + 2 * CELL + 9.5} ${6 * CELL + 4}l6 11h-12z`} className="fill-severity-high" />
      {[0, 6, 12, 18].map((hour) => (
        <text
          key={hour}
          x={LEFT + hour * CELL}
          y={7 * CELL + 15}
          className="fill-content-faint font-mono text-[11px]"
        >
          {String(hour).padStart(2, '0')}:00
        </text>
      ))}
    </svg>
  );
}
