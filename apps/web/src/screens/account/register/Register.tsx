import { useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { leaveArrival } from '../../../session/arrival.ts';
import { useSession } from '../../../session/useSession.ts';
import { titled } from '../../../title.ts';
import { AccountLink, AccountPage } from '../AccountPage.tsx';
import { openCodePage } from '../confirm/resendConfirmation.ts';
import { SignedUp } from './SignedUp.tsx';
import { SignUpForm } from './SignUpForm.tsx';

export const meta = titled('Create Your Account');

/** Sign-up, under /signup and /register. */
export default function Register() {
  const { status } = useSession();
  const [done, setDone] = useState<{ email: string; needsConfirmation: boolean } | null>(null);
  if (status === 'signed-in') return <Navigate to={paths.dashboard} replace />;
  if (done !== null) return <SignedUp {...done} />;
  return (
    <AccountPage
      wide
      title="Create your account"
      lead="For your company's security and IT staff. Colleagues at your email domain ask to join the same organization."
      footer={
        <p>
          Already have an account? <AccountLink to={paths.login}>Log in</AccountLink>
        </p>
      }
    >
      <SignUpForm
        onDone={(email, needsConfirmation) => {
          leaveArrival(sessionStorage, { email, registered: needsConfirmation });
          if (needsConfirmation) openCodePage(email);
          setDone({ email, needsConfirmation });
        }}
      />
    </AccountPage>
  );
}
