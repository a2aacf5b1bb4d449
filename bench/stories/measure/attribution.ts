import type { Story } from '../input/labels.ts';
import type { Ranked } from './curve.ts';
import { accountKey } from './match.ts';

export const LEVELS = ['acted', 'same-session', 'present'] as const;

/**
 * For found stories labeled with a person: number of alerts that name that person, nobody, or another person, by level of
 * evidence. A story counts once, by its most severe alert. Stories without an identifiable person count separately: naming a
 * person there is wrong.
 */
export type Attribution = {
  stories: number;
  nobody: number;
  right: Record<(typeof LEVELS)[number], number>;
  wrong: Record<(typeof LEVELS)[number], number>;
  /** Found stories without an identifiable person, and how many of them name one anyway. */
  withoutPerson: number;
  accused: number;
};

export function attributionOf(taken: readonly Ranked[], stories: readonly Story[]): Attribution {
  const none = () => ({ acted: 0, 'same-session': 0, present: 0 });
  const result: Attribution = {
    stories: 0,
    nobody: 0,
    right: none(),
    wrong: none(),
    withoutPerson: 0,
    accused: 0,
  };
  const counted = new Set<number>();
  for (const { alert, found } of taken) {
    for (const index of found) {
      const { person } = stories[index]!;
      if (person === undefined || counted.has(index)) continue;
      counted.add(index);
      if (person === null) {
        result.withoutPerson += 1;
        if (alert.person !== undefined) result.accused += 1;
        continue;
      }
      result.stories += 1;
      if (alert.person === undefined) result.nobody += 1;
      else if (accountKey(alert.person.name) === accountKey(person)) result.right[alert.person.level] += 1;
      else result.wrong[alert.person.level] += 1;
    }
  }
  return result;
}
