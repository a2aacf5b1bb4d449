import { createRandom, type Random } from '@scout/detection/simulation/random';
import type { SecurityLogEntry } from '@scout/detection/simulation/windowsXml';
import { DAY } from '@scout/detection/time';
import { SAMPLE_HOSTS, type SampleHost } from './bank.ts';
import { HABITS, type Habit, ORDINARY } from './habits.ts';
import { STORIES } from './stories.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
export const HISTORY_DAYS = 30;

/** Occurrences on one day: the integer part always, the fraction by chance. */
function occurrences(habit: Habit, daysAgo: number, random: Random): number {
  if (habit.onDays && !habit.onDays(daysAgo)) return 0;
  const drawn = habit.perDay * (0.7 + 0.6 * random());
  return Math.floor(drawn) + (random() < drawn % 1 ? 1 : 0);
}

/** A machine's log of one UTC day from habits and stories, oldest first; deterministic for each day, before or after `today`. */
function dayOf(host: SampleHost, today: number, daysAgo: number): SecurityLogEntry[] {
  const entries: SecurityLogEntry[] = [];
  for (const habit of HABITS.filter((candidate) => candidate.host === host)) {
    const random = createRandom(`${habit.name}/${daysAgo}`);
    for (let n = occurrences(habit, daysAgo, random); n > 0; n--) {
      const time = Math.floor(
        today - daysAgo * DAY + random.pick(habit.hours) * HOUR_MS + random() * HOUR_MS,
      );
      entries.push(habit.entry(time, random));
    }
  }
  for (const { name, scenes } of STORIES.filter((story) => story.daysAgo === daysAgo)) {
    const random = createRandom(name);
    for (const { minute, entry } of scenes.filter((scene) => scene.host === host)) {
      const time = Math.floor(today - daysAgo * DAY + minute * MINUTE_MS + random() * MINUTE_MS);
      entries.push(entry(time, random));
    }
  }
  return entries.sort((a, b) => a.time - b.time);
}

const startOfDay = (now: number): number => Math.floor(now / DAY) * DAY;

/** One machine's security log for the thirty days before `now` (epoch ms), oldest first; deterministic for each day. */
export function historyOf(host: SampleHost, now: number): SecurityLogEntry[] {
  const today = startOfDay(now);
  const days = Array.from({ length: HISTORY_DAYS }, (_, index) => HISTORY_DAYS - 1 - index);
  return days.flatMap((daysAgo) => dayOf(host, today, daysAgo)).filter(({ time }) => time < now);
}

/**
 * The endless story after `start`, oldest first: future log entries of the machines, at the same frequency. Together with the
 * history up to `start` it forms whole days.
 */
export function* storyAfter(start: number): Generator<SecurityLogEntry, never> {
  const today = startOfDay(start);
  for (let daysAgo = 0; ; daysAgo--) {
    const day = SAMPLE_HOSTS.flatMap((host) => dayOf(host, today, daysAgo));
    yield* day.filter(({ time }) => time >= start).sort((a, b) => a.time - b.time);
  }
}

/** A frequent event that no dashboard counts: it shows that the agents are collecting. */
export function ordinaryEntry(now: number, random: Random): SecurityLogEntry {
  return random.pick(ORDINARY)(now, random);
}
