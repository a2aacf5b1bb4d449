import { buttonClass } from '@scout/ui';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import type { InvitationLink } from '../../../session/invitation.ts';
import { EntryPage } from '../EntryPage.tsx';
import { waitForSignIn } from './invitation.ts';

/** Requires a sign-in: a link with email and org shows its invitation only to the owner of the address. */
export function SignInFirst({ link }: { link: InvitationLink }) {
  const email = 'email' in link ? link.email : '';
  return (
    <EntryPage
      title="You have been invited"
      lead={
        <>
          Sign in as <span className="font-mono text-content">{email}</span> to see and answer the invitation.
        </>
      }
    >
      <Link
        to={paths.login}
        onClick={() => waitForSignIn(link, { email, organization: '' })}
        className={buttonClass({ variant: 'primary', size: 'large', block: true })}
      >
        Sign in
      </Link>
    </EntryPage>
  );
}
