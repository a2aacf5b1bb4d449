import { notifyManager, QueryClient } from '@tanstack/react-query';
import { statusOf } from './error.ts';

// Renders responses immediately instead of after a timer.
notifyManager.setScheduler(queueMicrotask);

/** Retries twice at 1.5 s (spec section 7), and only errors that may be temporary. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: (failures, error) => failures < 2 && mayPass(statusOf(error)),
      retryDelay: 1_500,
    },
  },
});

function mayPass(status: number | null): boolean {
  return status === null || status === 429 || status >= 500;
}
