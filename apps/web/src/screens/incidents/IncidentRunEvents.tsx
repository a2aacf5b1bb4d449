import { type IncidentRun, incidentWay } from '@scout/contract';
import { RULES } from '@scout/detection';
import { useInfiniteQuery } from '@tanstack/react-query';
import { query } from '../../session/queries.ts';
import { useOpenEvent } from './DrillDownPage.tsx';
import { EventLines } from './runs/EventLines.tsx';

const PAGE = 25;

/** The events of a run of incidents: those of its names and time range that have the same way. */
export function IncidentRunEvents({ run }: { run: IncidentRun }) {
  const openEvent = useOpenEvent();
  const { rule, first, last, service_account, computer, server } = run;
  const way = incidentWay(run);
  const found = useInfiniteQuery(
    query.incidents.infiniteOptions({
      input: (cursor: string | undefined) => ({
        rule,
        from: first,
        to: last,
        limit: PAGE,
        ...(service_account !== '' && { account: service_account }),
        ...(computer !== null && { computer }),
        ...(server !== null && { server }),
        ...(cursor !== undefined && { cursor }),
      }),
      queryKey: ['incident-run-events', rule, way, first, last],
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      select: ({ pages }) =>
        pages
          .flatMap(({ incidents }) => incidents)
          .filter((incident) => incidentWay(incident) === way)
          .map(({ id, time, computer: writer, process }) => ({
            id,
            time,
            title: RULES[rule]?.title ?? 'Event',
            names: [writer, process],
          })),
    }),
  );
  return <EventLines found={found} none="These events are no longer stored." onOpen={openEvent} />;
}
