import { limits } from '@scout/contract/limits';
import { useEffect, useState } from 'react';
import { type TimeLeft, timeLeft } from './countdown.ts';

const target = Date.parse(limits.launchCountdown);
const units = ['days', 'hours', 'minutes', 'seconds'] as const satisfies readonly (keyof TimeLeft)[];

/** Counts down to the launch, second by second. An island; prerendered with zeros, which is what is left once it is past. */
export default function LaunchCountdown() {
  const [left, setLeft] = useState<TimeLeft>(() => timeLeft(target, target));

  useEffect(() => {
    const tick = () => setLeft(timeLeft(target, Date.now()));
    tick();
    if (Date.now() >= target) return;
    const timer = setInterval(() => {
      tick();
      if (Date.now() >= target) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, []);

  return (
    <div role="timer" aria-label="Time to launch">
      <dl className="grid grid-cols-4 divide-x divide-stroke-subtle border-y border-stroke-subtle">
        {units.map((unit) => (
          <div key={unit} className="flex flex-col-reverse gap-2 px-3 py-6 first:pl-0 sm:px-8 sm:py-8">
            <dt className="text-label text-content-muted sm:text-body">{unit}</dt>
            <dd className="text-display font-medium">{String(left[unit]).padStart(2, '0')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
