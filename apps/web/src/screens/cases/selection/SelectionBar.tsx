import { caseNumberText } from '@scout/contract';
import { Button, ChevronDownIcon, formatCount, formatCounted, Menu } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../session/current.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { usePageActions } from '../../../shell/pageActions.ts';
import { toast } from '../../../shell/toast.tsx';
import { AssignItems, useAssignees } from '../AssignItems.tsx';
import { refreshCases } from '../refreshCases.ts';
import { changeEach } from './changeEach.ts';
import { MOST, type Selection } from './useSelection.ts';

/** A change of all selected cases, and its word: 'acknowledged'. */
interface Change {
  numbers: readonly number[];
  word: string;
  run: (number: number) => Promise<unknown>;
}

/** Actions on the selected cases: acknowledge and assign. Cases that refuse the change stay selected. */
export function SelectionBar({ of: selection }: { of: Selection }) {
  const { cases } = selection;
  const people = useAssignees();
  const change = useMutation({
    mutationFn: ({ numbers, run }: Change) => changeEach(numbers, run),
    onSuccess: ({ done, failed }, { word }) => {
      const [first] = failed;
      if (first === undefined) toast.success(`${formatCounted(done.length, 'case')} ${word}`);
      else
        toast.error(
          `${formatCount(failed.length)} of ${formatCounted(done.length + failed.length, 'case')} not ${word}`,
          `${caseNumberText(first.number)}: ${first.message}`,
        );
      selection.replace(failed.map(({ number }) => number));
      refreshCases();
    },
  });
  const open = cases.filter(({ status, excused }) => status === 'open' && !excused);
  const acknowledge = () =>
    change.mutate({
      numbers: open.map(({ number }) => number),
      word: 'acknowledged',
      run: (number) => api.casesAcknowledge({ number }),
    });
  const assign = (assignee: string | null) =>
    change.mutate({
      numbers: cases.map(({ number }) => number),
      word: assignee === null ? 'unassigned' : 'assigned',
      run: (number) => api.casesAssign({ number, assignee }),
    });
  usePageActions(
    change.isPending
      ? []
      : [
          {
            label: 'Assign the selected cases to me',
            access: 'subscriber',
            run: () => assign(people.me),
          },
        ],
  );
  const [first] = cases;
  const isOnePersons = cases.every(({ assignee }) => assignee === first?.assignee);
  return (
    <section
      aria-label="Selected cases"
      className="sticky top-20 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-stroke-subtle bg-surface-selected px-4 py-2"
    >
      <p role="status" className="text-body">
        {formatCounted(cases.length, 'case')} selected{selection.isFull && `, at most ${MOST} at a time`}
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionButton
          command="Acknowledge the selected cases"
          access="subscriber"
          call="casesAcknowledge"
          size="small"
          variant="primary"
          disabled={open.length === 0}
          busy={change.isPending}
          onClick={acknowledge}
        >
          Acknowledge
        </ActionButton>
        <Menu
          trigger={
            <Button size="small" disabled={change.isPending} icon={<ChevronDownIcon size={14} />}>
              Assign
            </Button>
          }
        >
          <AssignItems of={people} assignee={isOnePersons ? first?.assignee : undefined} onAssign={assign} />
        </Menu>
        <Button size="small" variant="quiet" onClick={() => selection.replace([])}>
          Clear selection
        </Button>
      </div>
    </section>
  );
}
