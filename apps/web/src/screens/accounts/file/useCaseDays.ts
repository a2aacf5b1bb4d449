import { type CaseSeverity, laneTracks } from '@scout/contract';
import { useQuery } from '@tanstack/react-query';
import { timeZone } from '../../../events/clock.ts';
import { useMay } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';

interface CaseDays {
  /** Of the most severe case. */
  readonly severity: CaseSeverity;
  /** Events by day of the viewer, `YYYY-MM-DD`. */
  readonly events: ReadonlyMap<string, number>;
}

/** Events of an account in its open cases; null without open cases, and for an account that the overview does not list. */
export function useCaseDays(account: string): CaseDays | null {
  const may = useMay();
  const { data } = useQuery(
    query.casesLanes.queryOptions({ enabled: may('casesLanes'), input: { tz: timeZone } }),
  );
  const lane = data?.lanes.find((each) => each.case.account === account);
  if (data === undefined || lane === undefined) return null;
  return {
    severity: lane.case.severity,
    events: new Map(
      data.days.map((day, index) => [
        day,
        laneTracks.reduce((sum, track) => sum + lane[track].of_case[index]!, 0),
      ]),
    ),
  };
}
