import { errors } from '@scout/contract/errors';
import { buttonClass } from '@scout/ui';
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { codeOf, messageOf } from '../api/error.ts';
import { queryClient } from '../api/queryClient.ts';
import { isDashboardPath, paths } from '../paths.ts';
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
import { dropReturnPath, keepReturnPath, keptView, viewPath } from './returnPath.ts';
import type { SessionState } from './session.ts';
import { rememberedSubscription, rememberSubscription } from './subscription.ts';
import { useSession } from './useSession.ts';

const OwnAccount = lazy(() => import('../screens/settings/profile/OwnAccount.tsx'));

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

  const subject = useLastSubject(state);

  if (state.status === 'signed-out' && state.asked) return <Navigate to={paths.logoutConfirm} replace />;
  if (state.status === 'signed-out' || state.status === 'second-factor')
    return <SignInFirst subject={subject} />;
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
            <OrganizationGate
              key={person.claims.subject}
              state={organization}
              subject={person.claims.subject}
            />
          )}
        </Shell>
      </RememberedSubscription>
    </OrganizationContext>
  );
}

/** Every page as somebody without an organization sees it; their own settings stay in reach. */
function WithoutOrganization() {
  if (useLocation().pathname === paths.settings) {
    return (
      <Suspense>
        <OwnAccount />
      </Suspense>
    );
  }
  return (
    <PageMessage
      title="Not associated with an organization"
      action={
        <Link to={paths.settings} className={buttonClass()}>
          Open your profile
        </Link>
      }
    >
      {errors.no_organization.message}
    </PageMessage>
  );
}

/** Leads to the sign-in screen, and back here afterwards. */
function SignInFirst({ subject }: { subject: string | null }) {
  const address = useLocation();
  // Before the navigation, which is an ordinary effect.
  useLayoutEffect(() => keepReturnPath(sessionStorage, address, subject), [address, subject]);
  return <Navigate to={paths.login} replace />;
}

/** The person that this page is or was for, also once the session has ended. */
function useLastSubject(state: SessionState): string | null {
  const here = 'claims' in state ? state.claims.subject : null;
  const [last, setLast] = useState(here);
  if (here !== null && here !== last) setLast(here);
  return here ?? last;
}

/** Keeps the address of a view that its person may not see yet, and forgets it once they do. */
function useReturnPath(state: OrganizationState, subject: string): void {
  const address = useLocation();
  const opens =
    state.status === 'ready' && (state.tenant.is_subscribed || !isDashboardPath(address.pathname));
  const closed =
    (state.status === 'none' && address.pathname !== paths.settings) || (state.status === 'ready' && !opens);
  useEffect(() => {
    if (closed) keepReturnPath(sessionStorage, address, subject);
    else if (opens && keptView(sessionStorage, subject) === viewPath(address)) dropReturnPath(sessionStorage);
  }, [address, subject, opens, closed]);
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

function OrganizationGate({ state, subject }: { state: OrganizationState; subject: string }) {
  const [enrolling, setEnrolling] = useState(false);
  const owesFactor = state.status === 'error' && codeOf(state.error) === 'second_factor_enrolment_required';
  const isSubscribed = state.status === 'ready' ? state.tenant.is_subscribed : null;

  useReturnPath(state, subject);
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
      return <WithoutOrganization />;
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
