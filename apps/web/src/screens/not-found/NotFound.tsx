import { lazy, Suspense } from 'react';
import { useSession } from '../../session/useSession.ts';
import { titled } from '../../title.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

export const meta = titled('Page Not Found');

const SignedInNotFound = lazy(() => import('./SignedInNotFound.tsx'));

export default function NotFound() {
  if (useSession().status !== 'signed-in') return <NotFoundPage />;
  return (
    <Suspense fallback={<NotFoundPage />}>
      <SignedInNotFound />
    </Suspense>
  );
}
