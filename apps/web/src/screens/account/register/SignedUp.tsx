import { limits } from '@scout/contract';
import { buttonClass } from '@scout/ui';
import { Link, useNavigate } from 'react-router';
import { confirmPath, paths } from '../../../paths.ts';
import { useCountdown } from '../../../shell/useCountdown.ts';
import { EntryPage } from '../EntryPage.tsx';

interface SignedUpProps {
  email: string;
  needsConfirmation: boolean;
}

/** Reports the new user, counts down, and opens the code page or the sign-in screen. */
export function SignedUp({ email, needsConfirmation }: SignedUpProps) {
  const navigate = useNavigate();
  const next = needsConfirmation ? confirmPath(email) : paths.login;
  const seconds = useCountdown(limits.timers.signUpSuccessSeconds, () => {
    void navigate(next, { replace: true });
  });
  return (
    <EntryPage
      title="Your account was created"
      lead={
        needsConfirmation ? (
          <>
            A code to confirm your email is on its way to{' '}
            <span className="font-mono text-content">{email}</span>.
          </>
        ) : (
          'Your email is already confirmed. Sign in to continue.'
        )
      }
    >
      <p role="timer" className="text-body text-content-muted">
        Continuing in <span className="font-mono text-content">{seconds}</span> s.
      </p>
      <Link to={next} replace className={buttonClass({ variant: 'primary', size: 'large', block: true })}>
        {needsConfirmation ? 'Enter the code' : 'Sign in'}
      </Link>
    </EntryPage>
  );
}
