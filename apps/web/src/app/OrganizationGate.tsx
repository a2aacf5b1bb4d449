import { errors } from '@scout/contract/errors';
import { buttonClass } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use, useEffect, useRef, useState } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { codeOf, messageOf } from '../api/error.ts';
import { queryClient } from '../api/queryClient.ts';
import { isDashboardPath, paths } from '../paths.ts';
import { EnrollmentRequired } from '../screens/account/EnrollmentRequired.tsx';
import { refreshCases } from '../screens/cases/refreshCases.ts';
import { session } from '../session/current.ts';
import { homeOf, mayOpen } from '../session/openPages.ts';
import {
  OrganizationContext,
  type OrganizationState,
  refreshOrganization,
  roleOf,
  useMayPress,
} from '../session/organization.ts';
import { query } from '../session/queries.ts';
import { dropReturnPath, keepReturnPath, keptView, viewPath } from '../session/returnPath.ts';
import { rememberSubscription } from '../session/subscription.ts';
import { Failure, PageMessage } from '../shell/pageState.tsx';
import { onUpdate, useFollowing } from '../updates/useUpdates.ts';
import { RememberedTables } from './tables/RememberedTables.tsx';

const OwnUser = lazy(() => import('../screens/settings/profile/OwnUser.tsx'));

/** Polling interval of dashboards without a subscription, which poll no events, in case an update is lost. */
const unsubscribedRefreshMs = 60_000;

interface OrganizationGateProps {
  state: OrganizationState;
  /** The signed-in person. */
  subject: string;
}

/** Shows the page once its organization allows it, and follows changes of the organization. */
export function OrganizationGate({ state, subject }: OrganizationGateProps) {
  const [enrolling, setEnrolling] = useState(false);
  const isSubscribed = state.status === 'ready' ? state.tenant.is_subscribed : null;
  const errorCode = state.status === 'error' ? codeOf(state.error) : null;

  useReturnPath(state, subject);
  const organization = use(OrganizationContext);
  const role = organization === null ? null : roleOf(organization);
  const { pathname } = useLocation();
  const mayFollow = useMayPress('member', 'updates');
  useFollowing(state.status === 'ready' && mayFollow ? state.tenant.tenant_id : null);
  useEffect(() => onUpdate('organization', () => void refreshOrganization()), []);
  useEffect(() => onUpdate('cases', refreshCases), []);
  useEffect(() => {
    if (isSubscribed !== false) return;
    const timer = setInterval(() => void refreshOrganization(), unsubscribedRefreshMs);
    return () => clearInterval(timer);
  }, [isSubscribed]);

  const needsFactor = errorCode === 'second_factor_required';
  useEffect(() => {
    // A factor was set up elsewhere: the next token requires it, and leads to the second step of signing in.
    if (needsFactor) void session.restore();
  }, [needsFactor]);

  useEffect(() => {
    if (isSubscribed !== null) rememberSubscription(window, isSubscribed);
  }, [isSubscribed]);

  if (errorCode === 'second_factor_enrolment_required' || enrolling) {
    const done = async () => {
      await queryClient.invalidateQueries();
      setEnrolling(false);
    };
    return <EnrollmentRequired onBegin={() => setEnrolling(true)} onDone={() => void done()} />;
  }
  switch (state.status) {
    case 'error':
      return (
        <Failure
          title="Your organization could not be verified"
          safe="Agents keep sending events; nothing is lost while you wait."
          nextStep="Try again in a moment."
          detail={messageOf(state.error)}
          onRetry={state.retry}
          retrying={state.retrying}
        />
      );
    case 'none':
      return <WithoutOrganization />;
    // While the check is pending a page may render, but without the organization's data.
    case 'loading':
    case 'ready':
      if (role !== null && !mayOpen(role, pathname)) return <Navigate to={homeOf(role)} replace />;
      return (
        <RememberedTables>
          <Outlet />
        </RememberedTables>
      );
  }
}

/** Replaces every page of a person without an organization, except their own settings. */
function WithoutOrganization() {
  const awaits = useAdmission();
  if (useLocation().pathname === paths.settings) {
    return (
      <Suspense>
        <OwnUser />
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
      {awaits.length > 0 ? (
        <p role="status">
          You asked to join {awaits.join(', ')}. An admin has to approve you. This page then opens
          automatically.
        </p>
      ) : (
        errors.no_organization.message
      )}
    </PageMessage>
  );
}

/** Interval of looking whether an admin has let a person in. */
const admissionMs = 5_000;

/** The organizations that an admin has still to let the person into. Once one has, its page opens. */
function useAdmission(): readonly string[] {
  const { data } = useQuery(query.authUser.queryOptions({ input: {}, refetchInterval: admissionMs }));
  const awaits = data?.awaits;
  const before = useRef(awaits);
  useEffect(() => {
    const isFewer = (awaits?.length ?? 0) < (before.current?.length ?? 0);
    before.current = awaits;
    if (!isFewer) return;
    // The access token names the organization.
    void session.syncClaims().then(refreshOrganization, () => {});
  }, [awaits]);
  return awaits ?? [];
}

/** Keeps the address of a view that is not permitted yet, and drops it once it is. */
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
