import { TooltipProvider } from '@scout/ui';
import { useLayoutEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { messageOf } from '../api/error.ts';
import { paths } from '../paths.ts';
import { session } from '../session/current.ts';
import {
  OrganizationContext,
  organizationOf,
  RememberedSubscription,
  useOrganizationState,
} from '../session/organization.ts';
import { keepReturnPath } from '../session/returnPath.ts';
import type { SessionState } from '../session/session.ts';
import { rememberedSubscription } from '../session/subscription.ts';
import { useSession } from '../session/useSession.ts';
import { WithQueries } from '../session/WithQueries.tsx';
import { Failure, PageStatus } from '../shell/pageState.tsx';
import { Shell } from '../shell/Shell.tsx';
import { OrganizationGate } from './OrganizationGate.tsx';
import { loadSignedInActions } from './Providers.tsx';

// Fetched while the session is being restored.
void loadSignedInActions();

/**
 * Pages that need a session and an organization (spec section 2, protected routes). The shell renders at once and stays from page to
 * page; pages render into its slots.
 */
export default function ProtectedLayout() {
  return (
    <WithQueries>
      <Protected />
    </WithQueries>
  );
}

function Protected() {
  const state = useSession();
  const person = state.status === 'signed-in' ? state : null;
  const organization = useOrganizationState(person !== null);
  const [remembered] = useState(() => rememberedSubscription(window.localStorage));

  const subject = useLastSubject(state);

  if (state.status === 'signed-out' && state.deliberate) return <Navigate to={paths.logoutConfirm} replace />;
  if (state.status === 'signed-out' || state.status === 'second-factor')
    return <SignInFirst subject={subject} />;
  const known = organizationOf(state, organization);
  const isChecking = person !== null && organization.status === 'loading';
  return (
    <OrganizationContext value={known}>
      <RememberedSubscription value={isChecking ? remembered : null}>
        <TooltipProvider>
          <Shell>
            {person === null ? (
              <SessionStatus state={state} />
            ) : (
              <OrganizationGate
                key={person.claims.subject}
                state={organization}
                subject={person.claims.subject}
              />
            )}
          </Shell>
        </TooltipProvider>
      </RememberedSubscription>
    </OrganizationContext>
  );
}

/** Redirects to the sign-in screen, which returns here afterwards. */
function SignInFirst({ subject }: { subject: string | null }) {
  const address = useLocation();
  // A layout effect, because the navigation runs in an ordinary one.
  useLayoutEffect(() => keepReturnPath(sessionStorage, address, subject), [address, subject]);
  return <Navigate to={paths.login} replace />;
}

/** The subject of the session, or of the last one after it has ended. */
function useLastSubject(state: SessionState): string | null {
  const here = 'claims' in state ? state.claims.subject : null;
  const [last, setLast] = useState(here);
  if (here !== null && here !== last) setLast(here);
  return here ?? last;
}

function SessionStatus({ state }: { state: SessionState }) {
  if (state.status !== 'unreachable') return <PageStatus>Loading your session...</PageStatus>;
  return (
    <Failure
      title="Your session could not be loaded"
      safe="You are not signed out: Scout keeps your session until it can be reached again."
      nextStep="Check the connection to Scout, then try again."
      detail={messageOf(state.error)}
      onRetry={() => void session.restore()}
    />
  );
}
