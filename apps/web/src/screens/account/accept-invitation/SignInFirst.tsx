import { buttonClass } from '@scout/ui';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import type { InvitationLink } from '../../../session/invitation.ts';
import { AccountPage } from '../AccountPage.tsx';
import { waitForSignIn } from './waitForSignIn.ts';

/** An email+org link shows its invitation to the owner of the address only. */
export function SignInFirst({ link }: { link: InvitationLink }) {
  const email = 'email' in link ? link.email : '';
  return (
    <AccountPage
      title="You have been invited"
      lead={
        <>
          Sign in as <span className="font-mono text-content">{email}</span> to see the invitation and to
          answer it.
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
    </AccountPage>
  );
}
