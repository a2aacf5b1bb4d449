import { notifyManager, QueryClient } from '@tanstack/react-query';
import { statusOf } from './error.ts';

// An answer is shown at once, not after a timer's turn.
notifyManager.setScheduler(queueMicrotask);

/** Retries twice at 1.5 s (spec section 7), and only what may succeed the next time. */
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
