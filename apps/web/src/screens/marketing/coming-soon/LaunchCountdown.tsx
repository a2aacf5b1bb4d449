import { limits } from '@scout/contract/limits';
import { buttonClass, cx } from '@scout/ui';
import { useEffect, useState } from 'react';
import { paths } from '../../../paths.ts';
import { type TimeLeft, timeLeft } from './countdown.ts';

const target = Date.parse(limits.launchCountdown);
const units = ['days', 'hours', 'minutes', 'seconds'] as const satisfies readonly (keyof TimeLeft)[];
const launchDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(target);

/** Counts down to the launch by the second; afterwards it stands at zero and says when that was. An island, prerendered in its state after the launch. */
export default function LaunchCountdown() {
  const [left, setLeft] = useState<TimeLeft>(timeLeft(target, target));
  const [isLaunched, setLaunched] = useState(true);

  useEffect(() => {
    const tick = () => {
      const now = Date.now();
      setLeft(timeLeft(target, now));
      setLaunched(now >= target);
      if (now >= target) clearInterval(timer);
    };
    const timer = setInterval(tick, 1_000);
    tick();
    return () => clearInterval(timer);
  }, []);

  return (
    <div className="flex flex-col gap-8">
      {isLaunched && (
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <p className="text-title font-medium">Launched on {launchDay}</p>
          <a href={paths.register} className={buttonClass({ variant: 'primary', size: 'large' })}>
            Create an account
          </a>
        </div>
      )}
      <div role="timer" aria-label="Time to launch">
        <dl
          className={cx(
            'grid grid-cols-4 divide-x divide-stroke-subtle border-y border-stroke-subtle',
            isLaunched && 'text-content-muted',
          )}
        >
          {units.map((unit) => (
            <div key={unit} className="flex flex-col-reverse gap-2 px-3 py-6 first:pl-0 sm:px-8 sm:py-8">
              <dt className="text-label text-content-muted sm:text-body">{unit}</dt>
              <dd className="text-display font-medium">{String(left[unit]).padStart(2, '0')}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
