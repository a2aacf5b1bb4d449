import { Refusal } from '../../http/refusal.ts';

/** Exports that run at once: so many of one organization and so many of all. */
export interface Places {
  /** Takes a place and returns what gives it back. @throws Refusal unavailable */
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
          message: `Your organization has ${perOrganization} downloads under way. Wait until one of them ends.`,
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
