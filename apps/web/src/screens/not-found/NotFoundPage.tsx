import { buttonClass } from '@scout/ui';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { PageMessage } from '../../shell/pageState.tsx';
import { Shell } from '../../shell/Shell.tsx';

/** The page for unknown addresses. */
export function NotFoundPage() {
  return (
    <Shell>
      <NotFoundMessage />
    </Shell>
  );
}

export function NotFoundMessage() {
  return (
    <PageMessage
      title="Page Not Found"
      action={
        <Link to={paths.landing} className={buttonClass({ variant: 'primary' })}>
          Go Home
        </Link>
      }
    >
      This page does not exist. It may have moved, or the link may have a typo.
    </PageMessage>
  );
}
