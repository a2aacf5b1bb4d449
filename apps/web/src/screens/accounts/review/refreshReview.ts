import { queryClient } from '../../../api/queryClient.ts';
import { query } from '../../../session/queries.ts';

/** Refetches data of reviews and their accounts. */
export function refreshReview(): void {
  for (const queryKey of [query.ownerReviews.key(), query.ownerReviewAccounts.key()])
    void queryClient.invalidateQueries({ queryKey });
}
