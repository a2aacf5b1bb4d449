import { Button, Dialog } from '@scout/ui';

interface UnsavedDialogProps {
  /** Name of the unsaved work: 'changes of the detection settings'. */
  work: string;
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks before a page with unsaved changes is left. */
export default function UnsavedDialog({ work, onStay, onDiscard }: UnsavedDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onStay()}
      title="Discard unsaved changes?"
      description={`You have unsaved ${work}. They are lost if you leave this page.`}
      actions={
        <>
          <Button onClick={onStay}>Keep editing</Button>
          <Button variant="danger" onClick={onDiscard}>
            Discard changes
          </Button>
        </>
      }
    />
  );
}
