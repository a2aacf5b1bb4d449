import { useLocation } from 'react-router';
import { useDemoMode } from '../../demo/demoMode.ts';
import { useNow } from '../../events/clock.ts';
import { useNextPoll } from '../../events/FeedProvider.tsx';
import { barItems } from '../../shell/barRules.ts';

/** Seconds until the next poll; not in demo mode, which does not poll. */
export function RefreshCountdown() {
  const inDemoMode = useDemoMode();
  const { pathname } = useLocation();
  const { countdown } = barItems({ status: 'signed-in', pathname, isSubscribed: true, inDemoMode });
  return countdown ? <Countdown /> : null;
}

function Countdown() {
  const nextAt = useNextPoll();
  const now = useNow();
  // Rounded down, because the page's clock may lag by almost a second: 10 is the maximum shown.
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
