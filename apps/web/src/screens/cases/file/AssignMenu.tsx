import type { CaseRow } from '@scout/contract';
import { Button, ChevronDownIcon, Menu } from '@scout/ui';
import { api } from '../../../session/current.ts';
import { usePageActions } from '../../../shell/pageActions.ts';
import { AssignItems, useAssignees } from '../AssignItems.tsx';
import { useCaseChange } from './useCaseChange.ts';

/** Assigns the case to the viewer, to a colleague or to nobody. */
export function AssignMenu({ file: { number, assignee } }: { file: Pick<CaseRow, 'number' | 'assignee'> }) {
  const people = useAssignees();
  const assign = useCaseChange({
    run: (next: string | null) => api.casesAssign({ number, assignee: next }),
    done: 'Assignee changed',
    failed: 'The case was not assigned',
  });
  usePageActions([
    ...(assignee === people.me
      ? []
      : [{ label: 'Assign case to me', access: 'subscriber' as const, run: () => assign.mutate(people.me) }]),
    ...(assignee === null
      ? []
      : [{ label: 'Unassign case', access: 'subscriber' as const, run: () => assign.mutate(null) }]),
    ...people.colleagues
      .filter(({ email }) => email !== assignee)
      .map(({ email }) => ({
        label: `Assign case to ${email}`,
        access: 'subscriber' as const,
        run: () => assign.mutate(email),
      })),
  ]);
  return (
    <Menu
      trigger={
        <Button busy={assign.isPending} icon={<ChevronDownIcon size={14} />}>
          Assign
        </Button>
      }
    >
      <AssignItems of={people} assignee={assignee} onAssign={(next) => assign.mutate(next)} />
    </Menu>
  );
}
