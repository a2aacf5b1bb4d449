import type { DetectionPreview } from '@scout/contract';
import type { DetectionSettings } from '@scout/detection';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { query } from '../../../session/queries.ts';

const pauseMs = 500;

/** Names that settings match in the events of the last 30 days, for admins; the earlier result until the next one arrives. */
export function usePreview(settings: DetectionSettings, isAdmin: boolean): UseQueryResult<DetectionPreview> {
  const asked = useSettled(settings);
  return useQuery(
    query.detectionSettingsPreview.queryOptions({
      input: { settings: structuredClone(asked) as never },
      enabled: isAdmin,
      placeholderData: keepPreviousData,
      staleTime: 30_000,
      retry: false,
    }),
  );
}

/** A debounced value. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
