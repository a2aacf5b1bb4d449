import { Button, Dialog } from '@scout/ui';

/** Reason why a page did not open: the server does not respond, or it has newer scripts. */
export type UnopenedReason = 'away' | 'updated';

interface UnopenedDialogProps {
  reason: UnopenedReason;
  isRetrying: boolean;
  onRetry: () => void;
  /** Loads the document of the selected page. */
  onLoad: () => void;
  onClose: () => void;
}

/** Explains why a page did not open, and the next step. */
export default function UnopenedDialog({
  reason,
  isRetrying,
  onRetry,
  onLoad,
  onClose,
}: UnopenedDialogProps) {
  const { title, text } = words[reason];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={text}
      actions={
        <>
          <Button onClick={onClose}>Stay on this page</Button>
          {reason === 'away' ? (
            <Button variant="primary" busy={isRetrying} onClick={onRetry}>
              Try again
            </Button>
          ) : (
            <Button variant="primary" onClick={onLoad}>
              Load the new version
            </Button>
          )}
        </>
      }
    />
  );
}

const words: Record<UnopenedReason, { title: string; text: string }> = {
  away: {
    title: 'The page could not be opened',
    text: 'Scout does not respond; it may be restarting. This page stays, and agents keep their events until Scout is back.',
  },
  updated: {
    title: 'Scout was updated',
    text: 'This page is from an earlier version and cannot open the next one. Load the new version to open the page you chose.',
  },
};
