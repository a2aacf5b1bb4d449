import type { CaseFile } from '@scout/contract';
import { Button, ChevronDownIcon, Menu, MenuGroup, MenuItem, MenuSeparator } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../session/current.ts';
import { useOrganization } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { usePageActions } from '../../../shell/pageActions.ts';
import { useCaseChange } from './useCaseChange.ts';

/** Colleagues in the menu; larger organizations assign to themselves, or by a script. */
const LISTED = 20;

/** Gives the case to the viewer, to a colleague or to nobody. */
export function AssignMenu({ file: { number, assignee } }: { file: CaseFile }) {
  const { user } = useOrganization();
  const people = useQuery(query.casesAssignees.queryOptions({ input: {} }));
  const assign = useCaseChange({
    run: (next: string | null) => api.casesAssign({ number, assignee: next }),
    done: 'Assignee changed',
    failed: 'The case was not assigned',
  });
  const colleagues = (people.data ?? []).filter(({ email }) => email !== user.email && email !== assignee);
  usePageActions([
    ...(assignee === user.email
      ? []
      : [
          { label: 'Assign case to me', access: 'subscriber' as const, run: () => assign.mutate(user.email) },
        ]),
    ...(assignee === null
      ? []
      : [{ label: 'Unassign case', access: 'subscriber' as const, run: () => assign.mutate(null) }]),
    ...colleagues.map(({ email }) => ({
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
      {assignee !== user.email && (
        <MenuItem onSelect={() => assign.mutate(user.email)}>Assign to me</MenuItem>
      )}
      {assignee !== null && <MenuItem onSelect={() => assign.mutate(null)}>Unassign</MenuItem>}
      {colleagues.length > 0 && (
        <>
          <MenuSeparator />
          <MenuGroup label="Colleagues">
            {colleagues.slice(0, LISTED).map(({ email, full_name }) => (
              <MenuItem key={email} onSelect={() => assign.mutate(email)}>
                {full_name === '' ? email : `${full_name} (${email})`}
              </MenuItem>
            ))}
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}
