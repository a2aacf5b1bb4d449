import type { Invitation } from '@scout/contract';
import { Button, buttonClass, Notice, Time } from '@scout/ui';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '../../../api/error.ts';
import { paths } from '../../../paths.ts';
import { currentSubject, session } from '../../../session/current.ts';
import type { InvitationLink } from '../../../session/invitation.ts';
import { pathAfterSignIn } from '../../../session/returnPath.ts';
import { useSession } from '../../../session/useSession.ts';
import { Shell } from '../../../shell/Shell.tsx';
import { EnrollmentRequired } from '../EnrollmentRequired.tsx';
import { EntryPage } from '../EntryPage.tsx';
import {
  acceptFailure,
  acceptInvitation,
  declineInvitation,
  owesFactor,
  waitForSignIn,
} from './invitation.ts';

interface AnswerProps {
  link: InvitationLink;
  invitation: Invitation;
}

type Step = 'ready' | 'accepting' | 'declining' | 'accepted' | 'declined' | 'factor';

/** Shows the invitation, and accepts or declines it. */
export function Answer({ link, invitation }: AnswerProps) {
  const navigate = useNavigate();
  const state = useSession();
  const [step, setStep] = useState<Step>('ready');
  const [failure, setFailure] = useState<string | null>(null);
  const { organization, inviter, email } = invitation;
  const signedInAs = state.status === 'signed-in' ? state.user.email : null;
  const isOther = signedInAs !== null && signedInAs.toLowerCase() !== email.toLowerCase();

  async function accept() {
    if (signedInAs === null) {
      waitForSignIn(link, invitation);
      await navigate(paths.login);
      return;
    }
    setFailure(null);
    setStep('accepting');
    try {
      await acceptInvitation(link, email);
      setStep('accepted');
    } catch (error) {
      if (owesFactor(error)) {
        setStep('factor');
        return;
      }
      setFailure(acceptFailure(error));
      setStep('ready');
    }
  }

  async function decline() {
    setFailure(null);
    setStep('declining');
    try {
      await declineInvitation(link);
      setStep('declined');
    } catch (error) {
      setFailure(messageOf(error));
      setStep('ready');
    }
  }

  async function changeAccount() {
    setFailure(null);
    try {
      await session.signOut();
      waitForSignIn(link, invitation);
      await navigate(paths.login);
    } catch (error) {
      setFailure(messageOf(error));
    }
  }

  if (step === 'factor') {
    return (
      <Shell>
        <EnrollmentRequired onBegin={() => {}} onDone={() => setStep('ready')} />
      </Shell>
    );
  }
  if (step === 'accepted') {
    return (
      <EntryPage title={`You are a member of ${organization}`} lead="Invitation accepted.">
        <Link
          to={pathAfterSignIn(sessionStorage, currentSubject())}
          replace
          className={buttonClass({ variant: 'primary', size: 'large', block: true })}
        >
          Go to Dashboard
        </Link>
      </EntryPage>
    );
  }
  if (step === 'declined') {
    return (
      <EntryPage
        title="You declined the invitation"
        lead={`You are not a member of ${organization}. If you change your mind, ask ${inviter} for another invitation.`}
      >
        {null}
      </EntryPage>
    );
  }
  const busy = step !== 'ready';
  return (
    <EntryPage title={`Join ${organization}`} lead={`${inviter} invites you to this organization on Scout.`}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 border-y border-stroke-subtle py-1 text-body [&>*]:py-1.5">
        <dt className="text-content-muted">Organization</dt>
        <dd className="font-medium wrap-anywhere">{organization}</dd>
        <dt className="text-content-muted">Invited by</dt>
        <dd className="wrap-anywhere">{inviter}</dd>
        <dt className="text-content-muted">For</dt>
        <dd className="font-mono wrap-anywhere">{email}</dd>
        <dt className="text-content-muted">Open until</dt>
        <dd>
          <Time value={invitation.expires_at} />
        </dd>
      </dl>
      {isOther && (
        <Notice title="You are signed in with another address">
          <p>
            <span className="font-mono">{signedInAs}</span> cannot accept it.
          </p>
          <p className="mt-2">
            <Button size="small" onClick={() => void changeAccount()}>
              Sign in as {email}
            </Button>
          </p>
        </Notice>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Button size="large" busy={step === 'declining'} disabled={busy} onClick={() => void decline()}>
          Decline
        </Button>
        <Button
          variant="primary"
          size="large"
          busy={step === 'accepting'}
          disabled={busy || isOther}
          onClick={() => void accept()}
        >
          {step === 'accepting' ? 'Accepting...' : 'Accept'}
        </Button>
      </div>
    </EntryPage>
  );
}
