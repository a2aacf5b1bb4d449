import { paths } from '../../../paths.ts';
import { useCountdown } from '../../../shell/useCountdown.ts';

/** Counts down, then opens the landing page. An island. */
export default function ReturnHome({ seconds }: { seconds: number }) {
  const left = useCountdown(seconds, () => window.location.replace(paths.landing));
  return (
    <p role="timer" className="text-body text-content-muted">
      Going to the home page in <span className="font-mono text-content">{left}</span> s.
    </p>
  );
}
