import { Navigate } from 'react-router';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/useSession.ts';
import { PageStatus } from '../../shell/PageStatus.tsx';
import { Shell } from '../../shell/Shell.tsx';
import { titled } from '../../title.ts';

export const meta = titled('Service-account security');

/** Leads on to the dashboard, or to the sign-in screen. */
export default function Landing() {
  const { status } = useSession();
  if (status === 'loading') {
    return (
      <Shell>
        <PageStatus>Loading your session...</PageStatus>
      </Shell>
    );
  }
  return <Navigate to={status === 'signed-out' ? paths.login : paths.dashboard} replace />;
}
