import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query } from '../../../session/current.ts';
import { toast } from '../../../shell/toast.tsx';

/** The event types of a window; none while they are not known. Says so when they cannot be loaded. */
export function useEventTypes(window: { from: string; to: string } | null): readonly string[] {
  const { data, isError } = useQuery({
    ...query.tenantEventsTypes.queryOptions({ input: window ?? {} }),
    enabled: window !== null,
  });
  useEffect(() => {
    if (isError) toast.error('Failed to load event types');
  }, [isError]);
  return data?.map(({ event_type }) => event_type) ?? [];
}
