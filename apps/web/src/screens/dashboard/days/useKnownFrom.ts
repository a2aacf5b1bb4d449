import { useFeed } from '../../../events/FeedProvider.tsx';
import { useAgents } from '../NothingYet.tsx';

/** The time (epoch ms) from which days without incidents are zeros: the first agent enrolled then. Null while that is not known. */
export function useKnownFrom(since: string | null): number | null {
  const { tenantId } = useFeed();
  // Nothing is requested while the organization check is pending.
  const agents = useAgents({ enabled: tenantId !== null });
  if (agents === undefined || agents.length === 0) return null;
  const enrolled = agents.reduce(
    (first, { enrolled_at }) => Math.min(first, Date.parse(enrolled_at)),
    Infinity,
  );
  return Math.max(enrolled, since === null ? 0 : Date.parse(since));
}
