import { useQuery } from '@tanstack/react-query';
import { query } from '../../../session/current.ts';

/** Where a mail is that did not come: in the spam folder, or on this machine, where the server has no mail server. */
export function WhereMailIs() {
  const health = useQuery(query.health.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }));
  if (health.data?.inbox !== true) return 'No mail? Look in the spam folder too.';
  return (
    <>
      No mail server is set up here. Mail waits in the{' '}
      {/* Not a page of the application; the code page stays open. */}
      <a
        href="/dev/inbox"
        target="_blank"
        rel="noreferrer"
        className="text-accent underline underline-offset-2"
      >
        inbox of this machine
      </a>
      .
    </>
  );
}
