export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The time left from `now` to `target`, both in epoch milliseconds; zeros once past. */
export function timeLeft(target: number, now: number): TimeLeft {
  const left = Math.max(0, target - now);
  return {
    days: Math.floor(left / day),
    hours: Math.floor((left % day) / hour),
    minutes: Math.floor((left % hour) / minute),
    seconds: Math.floor((left % minute) / second),
  };
}
