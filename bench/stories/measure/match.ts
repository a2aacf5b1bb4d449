import { keyOf, stripAccount } from '@scout/detection';
import type { CaseAlert } from '../detectors/detector.ts';
import type { Story } from '../input/labels.ts';

const HOUR = 3_600_000;

/**
 * For each alert the numbers of its found stories. An alert with records finds the stories that contain any of them; one without
 * finds those of its account, from their start until an hour after their end. An alert without stories is false.
 */
export function matchAlerts(alerts: readonly CaseAlert[], stories: readonly Story[]): number[][] {
  const byRecord = new Map<string, number[]>();
  const byAccount = new Map<string, number[]>();
  for (const [index, { recordIds, account }] of stories.entries()) {
    for (const id of recordIds) push(byRecord, id, index);
    push(byAccount, accountKey(account), index);
  }
  return alerts.map(({ recordIds, account, time }) => {
    if (recordIds.length > 0)
      return [...new Set(recordIds.flatMap((id) => byRecord.get(id) ?? []))].sort((a, b) => a - b);
    const at = Date.parse(time);
    return (byAccount.get(accountKey(account)) ?? []).filter(
      (index) => at >= stories[index]!.start && at <= stories[index]!.end + HOUR,
    );
  });
}

/** An account's name without its domain, in the form for comparison. */
export function accountKey(name: string): string {
  return keyOf(stripAccount(name));
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
