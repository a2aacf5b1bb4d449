import { useQuery } from '@tanstack/react-query';
import { query } from '../../../session/queries.ts';
import { WithQueries } from '../../../session/WithQueries.tsx';

/** A hint for a missing mail: check the spam folder, or the local inbox when no mail server is configured. */
export function WhereMailIs() {
  return (
    <WithQueries>
      <Hint />
    </WithQueries>
  );
}

function Hint() {
  const health = useQuery(query.health.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }));
  if (health.data?.inbox !== true) return 'No email? Check your spam folder.';
  return (
    <>
      No mail server is set up here. Emails are in the{' '}
      {/* Opens in a new tab, so that the code page stays open. */}
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
