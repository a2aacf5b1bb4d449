import { useQuery } from '@tanstack/react-query';
import { query } from '../../../../session/current.ts';

const refreshMs = 10_000;

/** The organization's agents, asked for again while the page is looked at. */
export const useFleet = () => useQuery(query.agents.queryOptions({ input: {}, refetchInterval: refreshMs }));
