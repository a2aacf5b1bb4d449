import { paths } from '../../../paths.ts';
import { Section } from './Section.tsx';

const points = [
  ['Learns from you', 'The hours, hosts and servers of each account, from your own history only.'],
  ['Runs where you are', 'Trained and run inside your boundary, on your hardware.'],
  [
    'Gives reasons',
    'Every rise in risk will name the fields that caused it. The rules still decide; the model shows where to look first.',
  ],
] as const;

/** Premium: the customer's own model, illustrated by one anomalous hour. */
export function CustomAi() {
  return (
    <Section
      id="custom-ai"
      title="A model that knows your accounts"
      layout="beside"
      lead={
        <>
          Premium, and planned: a custom AI model of the habits of your service accounts. Today, Scout rates
          risk by rules and by statistics on each account’s history.{' '}
          <a href={paths.contact} className="text-accent underline underline-offset-4">
            Talk to us
          </a>{' '}
          about what yours should know.
        </>
      }
    >
      <figure className="border border-stroke-subtle bg-surface-2">
        <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-stroke-subtle px-4 py-3 text-body">
          <span>
            Usual hours of <span className="font-mono">svc.billing</span>
          </span>
          <span className="text-label text-content-faint">illustration, sample data</span>
        </figcaption>
        <div className="px-4 py-5">
          <UsualHours />
        </div>
        <p className="border-t border-stroke-subtle px-4 py-3 text-body text-content-muted">
          <span className="font-medium text-severity-high">Sunday 02:14.</span> Never seen at this hour, on
          this host, without a preceding job.
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
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Runs of the account in an hour of the week: a nightly job, a morning run, and weekends off. */
const shades = {
  never: 'bg-surface-3',
  seldom: 'bg-chart-blue opacity-45',
  often: 'bg-chart-blue opacity-70',
  always: 'bg-chart-blue',
};

function habit(day: number, hour: number): keyof typeof shades {
  if (day > 4) return hour === 23 ? 'seldom' : 'never';
  if (hour === 23) return 'always';
  if (hour === 0 || hour === 6) return 'often';
  return hour === 12 && day === 4 ? 'seldom' : 'never';
}

const isOdd = (day: number, hour: number) => day === 6 && hour === 2;

/** A week by hour, in full on a phone too; the shade shows usual activity, the frame marks the one unusual logon. */
function UsualHours() {
  return (
    <div
      role="img"
      aria-label="Hours of the week: svc.billing runs on weekdays at 23:00, midnight and 06:00. One logon lies outside, Sunday at 02:00."
      className="grid grid-cols-[1.75rem_repeat(24,minmax(0,1fr))] gap-0.5 font-mono text-label text-content-faint sm:grid-cols-[2.25rem_repeat(24,minmax(0,1fr))] sm:gap-[3px]"
    >
      {days.map((name, day) => (
        <div key={name} className="contents">
          <span className="leading-5">{name}</span>
          {hours.map((hour) =>
            isOdd(day, hour) ? (
              <span
                key={hour}
                className="flex h-5 items-center justify-center outline-2 outline-offset-1 outline-severity-high"
              >
                <svg viewBox="0 0 12 11" aria-hidden="true" className="w-3/5 max-w-3 fill-severity-high">
                  <path d="M6 0l6 11H0z" />
                </svg>
              </span>
            ) : (
              <span key={hour} className={`h-5 ${shades[habit(day, hour)]}`} />
            ),
          )}
        </div>
      ))}
      <span />
      {[0, 6, 12, 18].map((hour) => (
        <span key={hour} className="col-span-6 pt-1 leading-4">
          {String(hour).padStart(2, '0')}:00
        </span>
      ))}
    </div>
  );
}
