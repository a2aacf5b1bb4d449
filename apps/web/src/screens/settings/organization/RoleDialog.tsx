import { type Member, type Role, roles, roleTable } from '@scout/contract';
import { Button, Dialog, Field } from '@scout/ui';
import { useState } from 'react';
import { inDemoMode } from '../../../demo/demoMode.ts';
import { toast } from '../../../shell/toast.tsx';
import { useMemberChange } from './members.ts';
import { RoleSelect } from './RoleSelect.tsx';

interface RoleDialogProps {
  /** The member; null when closed. */
  member: Member | null;
  onClose: () => void;
}

/** Chooses a member's role, with a line about what each role does. */
export function RoleDialog({ member, onClose }: RoleDialogProps) {
  const { mutate } = useMemberChange();
  const [chosen, setChosen] = useState<Role | null>(null);
  const role = chosen ?? member?.role ?? 'member';
  const close = () => {
    setChosen(null);
    onClose();
  };
  const save = () => {
    if (inDemoMode(window)) toast.info('Demo Mode', '"Change role" is not available in demo mode.');
    else if (member !== null && role !== member.role) mutate({ role, email: member.email });
    close();
  };
  return (
    <Dialog
      open={member !== null}
      onOpenChange={(open) => open || close()}
      title="Change role"
      description={`The role of ${member?.email ?? ''} applies from their next request.`}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" disabled={role === member?.role} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-2">
        <Field label="Role">
          <RoleSelect roles={roles} value={role} onValueChange={setChosen} />
        </Field>
        <dl className="flex flex-col gap-2 text-body">
          {roles.map((each) => (
            <div key={each} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3">
              <dt className="font-medium">{roleTable[each].label}</dt>
              <dd className="text-content-muted">{roleTable[each].text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
