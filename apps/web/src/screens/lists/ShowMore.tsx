import { formatCount } from '@scout/ui';
import { ActionButton } from '../../shell/ActionButton.tsx';

interface ShowMoreProps {
  /** The rows of the list: 'accounts'. */
  what: string;
  /** The number of rows shown. */
  shown: number;
  /** The number of rows in all; null while unknown. */
  all: number | null;
  /** The list's query. */
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
}

/** '50 of 183 cases' and the button that loads the next page, under a list; nothing once the list is complete. */
export function ShowMore({ what, shown, all, of }: ShowMoreProps) {
  if (!of.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
      <p role="status" className="text-label text-content-muted">
        {all === null || all <= shown
          ? `The first ${formatCount(shown)}`
          : `${formatCount(shown)} of ${formatCount(all)}`}{' '}
        {what}
      </p>
      <ActionButton
        command={`Show more ${what}`}
        access="subscriber"
        busy={of.isFetchingNextPage}
        onClick={() => void of.fetchNextPage()}
      >
        Show more {what}
      </ActionButton>
    </div>
  );
}
