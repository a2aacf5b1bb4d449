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
import { loadSignedInActions } from '../shell/TopBar.tsx';
import { onUpdate, useFollowing } from '../updates/useUpdates.ts';
import { RememberedTables } from '../view/RememberedTables.tsx';
import { session } from './current.ts';
import { EnrolmentRequired } from './EnrolmentRequired.tsx';
import {
  OrganizationContext,
  type OrganizationState,
  RememberedSubscription,
  refreshOrganization,
  useOrganizationState,
} from './organization.ts';
import type { SessionState } from './session.ts';
import { rememberedSubscription, rememberSubscription } from './subscription.ts';
import { useSession } from './useSession.ts';

// Needed as soon as the session is there, and there is time until then.
void loadSignedInActions();

/**
 * Pages that need a session and an organization (spec section 2, protected routes). The shell is there from the beginning and stays
 * from page to page: what a page has for it goes into its slots.
 */
export default function ProtectedLayout() {
  const state = useSession();
  const person = state.status === 'signed-in' ? state : null;
  const organization = useOrganizationState(person !== null);
  const [remembered] = useState(() => rememberedSubscription(window.localStorage));

  if (state.status === 'signed-out') {
    return <Navigate to={state.asked ? paths.logoutConfirm : paths.login} replace />;
  }
  if (state.status === 'second-factor') return <Navigate to={paths.login} replace />;
  const known =
    person !== null && organization.status === 'ready'
      ? {
          tenant: organization.tenant,
          profile: organization.profile,
          user: person.user,
          claims: person.claims,
        }
      : null;
  const awaited = person !== null && organization.status === 'loading';
  return (
    <OrganizationContext value={known}>
      <RememberedSubscription value={awaited ? remembered : null}>
        <Shell>
          {person === null ? (
            <SessionStatus state={state} />
          ) : (
            <OrganizationGate key={person.claims.subject} state={organization} />
          )}
        </Shell>
      </RememberedSubscription>
    </OrganizationContext>
  );
}

function SessionStatus({ state }: { state: SessionState }) {
  if (state.status !== 'unreachable') return <PageStatus>Loading your session...</PageStatus>;
  return (
    <Failure
      title="Your session could not be loaded"
      safe="You are not signed out: Scout keeps your session until it can be reached again."
      todo="Check the connection to Scout, then try again."
      detail={messageOf(state.error)}
      onRetry={() => void session.restore()}
    />
  );
}

/** Dashboards without a subscription poll nothing; where no news comes either, this is how they hear of one. */
const unsubscribedRefreshMs = 60_000;

function OrganizationGate({ state }: { state: OrganizationState }) {
  const [enrolling, setEnrolling] = useState(false);
  const owesFactor = state.status === 'error' && codeOf(state.error) === 'second_factor_enrolment_required';
  const isSubscribed = state.status === 'ready' ? state.tenant.is_subscribed : null;

  useFollowing(state.status === 'ready' ? state.tenant.tenant_id : null);
  useEffect(() => onUpdate('organization', () => void refreshOrganization()), []);
  useEffect(() => {
    if (isSubscribed !== false) return;
    const timer = setInterval(() => void refreshOrganization(), unsubscribedRefreshMs);
    return () => clearInterval(timer);
  }, [isSubscribed]);

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
    case 'error':
      return (
        <Failure
          title="Your organization could not be verified"
          safe="Agents keep sending events; nothing is lost while you wait."
          todo="Try again in a moment."
          detail={messageOf(state.error)}
          onRetry={state.retry}
          retrying={state.retrying}
        />
      );
    case 'none':
      return (
        <PageMessage title="Not associated with an organization">
          {errors.no_organization.message}
        </PageMessage>
      );
    // A page may stand already while it is checked; what it shows of the organization comes after.
    case 'loading':
    case 'ready':
      return (
        <RememberedTables>
          <Outlet />
        </RememberedTables>
      );
  }
}
