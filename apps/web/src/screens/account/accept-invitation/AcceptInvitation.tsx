import { organizationMessages } from '@scout/contract';
import { buttonClass } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { codeOf } from '../../../api/error.ts';
import { paths } from '../../../paths.ts';
import { dropInvitation, type InvitationLink, readInvitationLink } from '../../../session/invitation.ts';
import { useSession } from '../../../session/useSession.ts';
import { WithQueries } from '../../../session/WithQueries.tsx';
import { PageStatus } from '../../../shell/pageState.tsx';
import { Shell } from '../../../shell/Shell.tsx';
import { titled } from '../../../title.ts';
import { EnrollmentRequired } from '../EnrollmentRequired.tsx';
import { EntryPage } from '../EntryPage.tsx';
import { Answer } from './Answer.tsx';
import { checkOrganization, closedReason, loadFailure, loadInvitation, owesFactor } from './invitation.ts';
import { SignInFirst } from './SignInFirst.tsx';

export const meta = titled('Invitation');

/** The page of an invitation link. */
export default function AcceptInvitation() {
  const [query] = useSearchParams();
  const link = useMemo(() => readInvitationLink(query), [query]);
  return link === null ? (
    <Invalid>{organizationMessages.invitationLinkIncomplete}</Invalid>
  ) : (
    <WithQueries>
      <Invitation link={link} />
    </WithQueries>
  );
}

function Invitation({ link }: { link: InvitationLink }) {
  const { status } = useSession();
  const signedIn = status === 'signed-in';
  const mayAsk = 'token' in link || signedIn;
  const details = useQuery({
    queryKey: ['invitation', link],
    queryFn: () => loadInvitation(link),
    enabled: mayAsk && status !== 'loading',
    // Once answered here, the page must not change with the session.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  const organization = useQuery({
    queryKey: ['invitation organization', link],
    queryFn: () => checkOrganization(link),
    enabled: !mayAsk && status !== 'loading',
  });

  useEffect(() => {
    if (signedIn) dropInvitation(sessionStorage);
  }, [signedIn]);

  if (status !== 'loading' && !mayAsk) {
    if (codeOf(organization.error) === 'not_found')
      return <Invalid>{loadFailure(organization.error)}</Invalid>;
    // A server that does not answer this keeps nobody from signing in.
    if (!organization.isPending) return <SignInFirst link={link} />;
  }
  if (owesFactor(details.error)) {
    return (
      <Shell>
        <EnrollmentRequired onBegin={() => {}} onDone={() => void details.refetch()} />
      </Shell>
    );
  }
  if (details.isError) return <Invalid>{loadFailure(details.error)}</Invalid>;
  if (details.data === undefined) {
    return (
      <Shell>
        <PageStatus>Loading the invitation...</PageStatus>
      </Shell>
    );
  }
  const closed = closedReason(details.data);
  return closed === null ? <Answer link={link} invitation={details.data} /> : <Invalid>{closed}</Invalid>;
}

function Invalid({ children }: { children: string }) {
  const signedIn = useSession().status === 'signed-in';
  return (
    <EntryPage title="This invitation cannot be used" lead={<p role="alert">{children}</p>}>
      <Link
        to={signedIn ? paths.dashboard : paths.login}
        className={buttonClass({ size: 'large', block: true })}
      >
        {signedIn ? 'Go to Dashboard' : 'Sign in'}
      </Link>
    </EntryPage>
  );
}
