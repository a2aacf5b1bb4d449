import { Button, EmptyState } from '@scout/ui';

/** A table whose rows do not say what is searched for. */
export function NothingFound({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      reason="filtered"
      title={`No row says “${text.trim()}”`}
      action={<Button onClick={onClear}>Show all rows</Button>}
    >
      The search looks through every column but those that were taken away.
    </EmptyState>
  );
}
