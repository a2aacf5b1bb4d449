import type { CaseRun } from '@scout/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMay } from '../../../../session/organization.ts';
import { query } from '../../../../session/queries.ts';
import { useDrawer } from '../../../../view/useView.ts';
import { eventTitle } from '../../../incidents/facts.ts';
import { EventLines } from '../../../incidents/runs/EventLines.tsx';

/** The events of a case's run. */
export function RunEvents({ run, number }: { run: CaseRun; number: number }) {
  const [, show] = useDrawer();
  const may = useMay();
  const { account, kind, person, source, server, program, first, last } = run;
  const way = Object.fromEntries(
    Object.entries({ person, source, server, program }).filter(([, name]) => name !== null),
  ) as Partial<Record<'person' | 'source' | 'server' | 'program', string>>;
  const found = useInfiniteQuery(
    query.casesRunEvents.infiniteOptions({
      input: (before: string | undefined) => ({
        number,
        account,
        kind,
        ...way,
        from: first,
        to: last,
        ...(before !== undefined && { before }),
      }),
      queryKey: ['case-run-events', number, account, kind, way, first, last],
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      select: ({ pages }) =>
        pages
          .flatMap(({ events }) => events)
          .map(({ id, time, event_type, computer, program: started }) => ({
            id,
            time,
            title: event_type === null ? 'Event' : eventTitle({ event_type }),
            names: [computer, started],
          })),
    }),
  );
  return (
    <EventLines
      found={found}
      none="These events are no longer stored, or they name the account only in a command line."
      onOpen={may('event') ? (event) => show({ list: null, event }) : undefined}
    />
  );
}
