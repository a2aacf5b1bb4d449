import { useLocation } from 'react-router';
import { useNextPoll } from '../../events/FeedProvider.tsx';
import { useNow } from '../../events/useNow.ts';
import { useDemoMode } from '../../session/demoMode.ts';
import { barItems } from '../../shell/barRules.ts';

/** Seconds until the dashboards ask for new events; not in demo mode, which asks for none. */
export function RefreshCountdown() {
  const inDemoMode = useDemoMode();
  const { pathname } = useLocation();
  const { countdown } = barItems({ status: 'signed-in', pathname, isSubscribed: true, inDemoMode });
  return countdown ? <Countdown /> : null;
}

function Countdown() {
  const nextAt = useNextPoll();
  const now = useNow();
  // Rounded down, because the page's clock may be almost a second behind: 10 is the most that is ever shown.
  const seconds = nextAt === null ? 0 : Math.max(0, Math.floor((nextAt - now) / 1000));
  return (
    <span
      role="timer"
      aria-label={`Next refresh in ${seconds} seconds`}
      className="whitespace-nowrap text-label text-content-muted"
    >
      <span className="hidden sm:inline">Refresh in </span>
      <span className="inline-block min-w-[2ch] text-right font-mono">{seconds}</span> s
    </span>
  );
}
