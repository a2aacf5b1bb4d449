import { MenuGroup, MenuItem, MenuSeparator } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '../../session/organization.ts';
import { query } from '../../session/queries.ts';

/** Colleagues in the menu; larger organizations assign to themselves, or by a script. */
const LISTED = 20;

interface Assignees {
  /** The viewer's address. */
  me: string;
  colleagues: readonly { email: string; full_name: string }[];
}

/** Possible assignees of a case. */
export function useAssignees(): Assignees {
  const { user } = useOrganization();
  const people = useQuery(query.casesAssignees.queryOptions({ input: {} }));
  return { me: user.email, colleagues: (people.data ?? []).filter(({ email }) => email !== user.email) };
}

interface AssignItemsProps {
  of: Assignees;
  /** Common assignee of the cases; null: nobody; undefined: different ones. */
  assignee: string | null | undefined;
  onAssign: (next: string | null) => void;
}

/** Menu entries for assigning cases. */
export function AssignItems({ of: { me, colleagues }, assignee, onAssign }: AssignItemsProps) {
  const others = colleagues.filter(({ email }) => email !== assignee);
  return (
    <>
      {assignee !== me && <MenuItem onSelect={() => onAssign(me)}>Assign to me</MenuItem>}
      {assignee !== null && <MenuItem onSelect={() => onAssign(null)}>Unassign</MenuItem>}
      {others.length > 0 && (
        <>
          <MenuSeparator />
          <MenuGroup label="Colleagues">
            {others.slice(0, LISTED).map(({ email, full_name }) => (
              <MenuItem key={email} onSelect={() => onAssign(email)}>
                {full_name === '' ? email : `${full_name} (${email})`}
              </MenuItem>
            ))}
          </MenuGroup>
        </>
      )}
    </>
  );
}
