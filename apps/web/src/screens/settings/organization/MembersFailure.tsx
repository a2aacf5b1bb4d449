import { ErrorState } from '@scout/ui';
import { messageOf } from '../../../api/error.ts';
import type { useMembers } from './members.ts';

/** Replaces a table of members that could not be loaded. */
export function MembersFailure({ members }: { members: ReturnType<typeof useMembers> }) {
  return (
    <ErrorState
      title="The members could not be loaded"
      safe="Access is unchanged."
      nextStep="Try again in a moment."
      detail={messageOf(members.error)}
      onRetry={() => void members.refetch()}
      retrying={members.isFetching}
    />
  );
}
