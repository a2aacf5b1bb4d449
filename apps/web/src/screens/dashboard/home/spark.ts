const dayMs = 86_400_000;

/** How often something happened in each of the last 30 times 24 hours, the last entry being the newest. */
export type Spark = readonly number[];

export const sparkDays = 30;

/**
 * Counts of the last 30 times 24 hours before `now` (epoch ms), from ISO times.
 * @returns null when these are not all that happened (`total`): a bar that is too short would be a lie
 */
export function sparkOf(times: readonly { time: string }[], total: number, now: number): Spark | null {
  if (times.length < total) return null;
  const counts = new Array<number>(sparkDays).fill(0);
  for (const { time } of times) {
    const ago = Math.floor((now - Date.parse(time)) / dayMs);
    if (ago >= 0 && ago < sparkDays) counts[sparkDays - 1 - ago]! += 1;
  }
  return counts;
}
