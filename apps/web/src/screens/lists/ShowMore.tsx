import { ActionButton } from '../../shell/ActionButton.tsx';

interface ShowMoreProps {
  /** The rows of the list: 'accounts'. */
  what: string;
  /** The list's query. */
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
}

/** The button under a list that loads its next page; nothing on the last. */
export function ShowMore({ what, of }: ShowMoreProps) {
  if (!of.hasNextPage) return null;
  return (
    <div className="flex justify-center">
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
