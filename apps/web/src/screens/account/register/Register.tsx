import { useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { leaveArrival } from '../../../session/arrival.ts';
import { useSession } from '../../../session/useSession.ts';
import { titled } from '../../../title.ts';
import { openCodePage } from '../confirm/resendConfirmation.ts';
import { EntryLink, EntryPage } from '../EntryPage.tsx';
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
    <EntryPage
      wide
      title="Create your account"
      lead="For your company's security and IT staff. Colleagues with the same email domain can ask to join."
      footer={
        <p>
          Already have an account? <EntryLink to={paths.login}>Log in</EntryLink>
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
    </EntryPage>
  );
}
