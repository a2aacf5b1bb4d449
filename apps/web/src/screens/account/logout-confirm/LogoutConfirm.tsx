import { limits } from '@scout/contract';
import { buttonClass } from '@scout/ui';
import { useEffect } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { session } from '../../../session/current.ts';
import { useSession } from '../../../session/useSession.ts';
import { PageMessage } from '../../../shell/pageState.tsx';
import { Shell } from '../../../shell/Shell.tsx';
import { useCountdown } from '../../../shell/useCountdown.ts';
import { titled } from '../../../title.ts';

export const meta = titled('Logged out');

/** Confirms the log-out, then opens the landing page. */
export default function LogoutConfirm() {
  const { status } = useSession();
  if (status === 'signed-in') return <Navigate to={paths.dashboard} replace />;
  return <LoggedOut />;
}

function LoggedOut() {
  const navigate = useNavigate();
  const seconds = useCountdown(limits.timers.logoutConfirmSeconds, () => {
    void navigate(paths.landing, { replace: true });
  });

  // Only once: from now on protected pages redirect to the sign-in screen again.
  useEffect(() => {
    if (session.get().status === 'signed-out') session.forget(false);
  }, []);

  return (
    <Shell>
      <PageMessage
        title="You have been logged out"
        action={
          <Link to={paths.landing} replace className={buttonClass({ variant: 'primary' })}>
            Go to Landing Page Now
          </Link>
        }
      >
        <p role="timer">
          Going to the landing page in <span className="font-mono">{seconds}</span> s.
        </p>
      </PageMessage>
    </Shell>
  );
}
