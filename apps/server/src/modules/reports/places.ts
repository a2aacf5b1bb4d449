import { Refusal } from '../../platform/http/refusal.ts';

/** Concurrent exports, limited per organization and in total. */
export interface Places {
  /** Reserves a place and returns a function that releases it. @throws Refusal unavailable */
  enter(tenantId: string): () => void;
}

export function createPlaces(perOrganization: number, total: number): Places {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    enter(tenantId) {
      const own = taken.get(tenantId) ?? 0;
      if (own >= perOrganization) {
        throw new Refusal('unavailable', {
          message: `Your organization has ${perOrganization} downloads in progress. Wait until one of them finishes.`,
          retryAfter: 10,
        });
      }
      if (all >= total) throw new Refusal('unavailable', { retryAfter: 10 });
      taken.set(tenantId, own + 1);
      all += 1;
      return () => {
        const left = taken.get(tenantId)! - 1;
        if (left === 0) taken.delete(tenantId);
        else taken.set(tenantId, left);
        all -= 1;
      };
    },
  };
}
