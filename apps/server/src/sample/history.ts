import { HABITS, type Habit, type SampleHost } from './habits.ts';
import { pick, type Random, seededRandom } from './random.ts';
import type { SecurityLogEntry } from './windowsEvent.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const HISTORY_DAYS = 30;

/** How often on one day: the whole part always, the fraction by chance. */
function occurrences(habit: Habit, daysAgo: number, random: Random): number {
  if (habit.onDays && !habit.onDays(daysAgo)) return 0;
  const drawn = habit.perDay * (0.7 + 0.6 * random());
  return Math.floor(drawn) + (random() < drawn % 1 ? 1 : 0);
}

/** One machine's security log for the thirty days before `now` (epoch ms), oldest first; the same for the same day. */
export function historyOf(host: SampleHost, now: number): SecurityLogEntry[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const entries: SecurityLogEntry[] = [];
  for (const habit of HABITS.filter((candidate) => candidate.host === host)) {
    for (let daysAgo = HISTORY_DAYS - 1; daysAgo >= 0; daysAgo--) {
      const random = seededRandom(`${habit.name}/${daysAgo}`);
      for (let n = occurrences(habit, daysAgo, random); n > 0; n--) {
        const time = Math.floor(
          today - daysAgo * DAY_MS + pick(habit.hours, random) * HOUR_MS + random() * HOUR_MS,
        );
        if (time < now) entries.push(habit.entry(time, random));
      }
    }
  }
  return entries.sort((a, b) => a.time - b.time);
}

/** What the machine logs next, live: one event of a habit that happens every day, the rarer ones as likely as the common. */
export function nextEntry(now: number, random: Random): SecurityLogEntry {
  return pick(
    HABITS.filter((habit) => !habit.onDays || habit.onDays(0)),
    random,
  ).entry(now, random);
}
