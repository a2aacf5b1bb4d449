import type { DetectionPreview } from '@scout/contract';
import type { DetectionSettings } from '@scout/detection';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { query } from '../../../session/queries.ts';
import { useSettled } from '../../../store/useSettled.ts';

const pauseMs = 500;

/** Names that settings match in the events of the last 30 days, for admins; the earlier result until the next one arrives. */
export function usePreview(settings: DetectionSettings, isAdmin: boolean): UseQueryResult<DetectionPreview> {
  const settled = useSettled(settings, pauseMs);
  return useQuery(
    query.detectionSettingsPreview.queryOptions({
      input: { settings: structuredClone(settled) as never },
      enabled: isAdmin,
      placeholderData: keepPreviousData,
      staleTime: 30_000,
      retry: false,
    }),
  );
}
