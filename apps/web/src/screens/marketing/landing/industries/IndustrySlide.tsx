import { cx, SeverityBadge } from '@scout/ui';
import type { Industry } from './industryData.ts';

interface IndustrySlideProps {
  industry: Industry;
  /** True for the current slide; the others are inert. */
  current: boolean;
}

/** An incident as one anomalous log line, with its impact. */
export function IndustrySlide({ industry, current }: IndustrySlideProps) {
  const { id, name, severity, story, matter, log, odd, event } = industry;
  return (
    <div
      role="tabpanel"
      id={`industry-${id}`}
      aria-labelledby={`industry-${id}-tab`}
      inert={!current}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing inside takes the focus, and the row of pages scrolls.
      tabIndex={0}
      className="grid snap-start gap-px bg-stroke-subtle lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="order-2 overflow-x-auto bg-surface-2 py-3 lg:order-1 lg:py-6">
        <table className="w-full border-separate border-spacing-0 font-mono text-label sm:text-body">
          <caption className="sr-only">A log with one line that does not belong: {name}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Service Account</th>
              <th scope="col">From</th>
              <th scope="col">Server</th>
            </tr>
          </thead>
          <tbody>
            {log.map(([time, account, from, to], index) => {
              const isOdd = index === odd;
              return (
                <tr key={time} className={isOdd ? grounds[severity] : 'text-content-faint'}>
                  <td
                    className={cx(
                      'h-10 border-l-2 pl-4 sm:pl-6',
                      isOdd ? marks[severity] : 'border-transparent',
                    )}
                  >
                    {time}
                  </td>
                  <td className="px-3">{account}</td>
                  <td className="px-3">{from}</td>
                  <td className="hidden pr-6 text-right sm:table-cell">{to}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className="order-1 flex flex-col gap-4 bg-surface-2 p-6 lg:order-2 lg:justify-center lg:p-8">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body">
          <SeverityBadge level={severity} />
          <span className="font-mono text-label text-content-faint">{event}</span>
        </p>
        <p className="text-title font-medium text-pretty">
          {story.split(' ').map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity.
            <span key={index}>
              {index > 0 && ' '}
              <span className="whitespace-nowrap">{word}</span>
            </span>
          ))}
        </p>
        <p className="text-body text-content-muted text-pretty">{matter}</p>
      </div>
    </div>
  );
}

const grounds = {
  high: 'bg-severity-high/10 text-content',
  medium: 'bg-severity-medium/10 text-content',
  low: 'bg-severity-low/10 text-content',
};

const marks = {
  high: 'border-severity-high',
  medium: 'border-severity-medium',
  low: 'border-severity-low',
};
