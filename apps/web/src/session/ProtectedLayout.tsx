import { errors } from '@scout/contract/errors';
import { useEffect, useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import { codeOf, messageOf } from '../api/error.ts';
import { queryClient } from '../api/queryClient.ts';
import { paths } from '../paths.ts';
import { Failure } from '../shell/Failure.tsx';
import { PageMessage } from '../shell/PageMessage.tsx';
import { PageStatus } from '../shell/PageStatus.tsx';
import { Shell } from '../shell/Shell.tsx';
import { RememberedTables } from '../view/RememberedTables.tsx';
import { session } from './current.ts';
import { EnrolmentRequired } from './EnrolmentRequired.tsx';
import { OrganizationContext, RememberedSubscription, useOrganizationState } from './organization.ts';
import type { SessionState } from './session.ts';
import { rememberedSubscription, rememberSubscription } from './subscription.ts';
import { useSession } from './useSession.ts';

/** Pages that need a session and an organization (spec section 2, protected routes). */
export default function ProtectedLayout() {
  const state = useSession();
  switch (state.status) {
    case 'loading':
      return (
        <Shell>
          <PageStatus>Loading your session...</PageStatus>
        </Shell>
      );
    case 'signed-out':
      return <Navigate to={state.asked ? paths.logoutConfirm : paths.login} replace />;
    case 'second-factor':
      return <Navigate to={paths.login} replace />;
    case 'unreachable':
      return (
        <Shell>
          <Failure
            title="Your session could not be loaded"
            safe="You are not signed out: Scout keeps your session until it can be reached again."
            todo="Check the connection to Scout, then try again."
            detail={messageOf(state.error)}
            onRetry={() => void session.restore()}
          />
        </Shell>
      );
    case 'signed-in':
      return <OrganizationGate key={state.claims.subject} user={state.user} claims={state.claims} />;
  }
}

type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

function OrganizationGate({ user, claims }: Pick<SignedIn, 'user' | 'claims'>) {
  const state = useOrganizationState();
  const [enrolling, setEnrolling] = useState(false);
  const [remembered] = useState(() => rememberedSubscription(window.localStorage));
  const owesFactor = state.status === 'error' && codeOf(state.error) === 'second_factor_enrolment_required';
  const isSubscribed = state.status === 'ready' ? state.tenant.is_subscribed : null;

  const owesShowing = state.status === 'error' && codeOf(state.error) === 'second_factor_required';

  useEffect(() => {
    // A factor was set up elsewhere since: the next token says so, and leads to the second step of signing in.
    if (owesShowing) void session.restore();
  }, [owesShowing]);

  useEffect(() => {
    if (isSubscribed !== null) rememberSubscription(window, isSubscribed);
  }, [isSubscribed]);

  if (owesFactor || enrolling) {
    const done = async () => {
      await queryClient.invalidateQueries();
      setEnrolling(false);
    };
    return <EnrolmentRequired onBegin={() => setEnrolling(true)} onDone={() => void done()} />;
  }
  switch (state.status) {
    case 'loading':
      return (
        <RememberedSubscription value={remembered}>
          <Shell>
            <PageStatus>Verifying your organization access...</PageStatus>
          </Shell>
        </RememberedSubscription>
      );
    case 'error':
      return (
        <Shell>
          <Failure
            title="Your organization could not be verified"
            safe="Agents keep sending events; nothing is lost while you wait."
            todo="Try again in a moment."
            detail={messageOf(state.error)}
            onRetry={state.retry}
            retrying={state.retrying}
          />
        </Shell>
      );
    case 'none':
      return (
        <Shell>
          <PageMessage title="Not associated with an organization">
            {errors.no_organization.message}
          </PageMessage>
        </Shell>
      );
    case 'ready':
      return (
        <OrganizationContext value={{ tenant: state.tenant, profile: state.profile, user, claims }}>
          <RememberedTables>
            <Outlet />
          </RememberedTables>
        </OrganizationContext>
      );
  }
}
