import { laneTracks } from '@scout/contract';
import { useQuery } from '@tanstack/react-query';
import { timeZone } from '../../../events/clock.ts';
import { query } from '../../../session/queries.ts';

/** Events of an account in its open cases by day of the viewer; null without open cases, and for an account that the overview does not list. */
export function useCaseDays(account: string): ReadonlyMap<string, number> | null {
  const { data } = useQuery(query.casesLanes.queryOptions({ input: { tz: timeZone } }));
  const lane = data?.lanes.find((each) => each.case.account === account);
  if (data === undefined || lane === undefined) return null;
  return new Map(
    data.days.map((day, index) => [
      day,
      laneTracks.reduce((sum, track) => sum + lane[track].of_case[index]!, 0),
    ]),
  );
}
