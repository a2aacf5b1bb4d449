import { groupName, type Role, roles } from '@scout/contract';
import { Button, TextInput } from '@scout/ui';
import { type FormEvent, useId, useState } from 'react';
import { inDemoMode } from '../../../../demo/demoMode.ts';
import { toast } from '../../../../shell/toast.tsx';
import { useFormAction } from '../../../../shell/useFormAction.ts';
import { RoleSelect } from '../RoleSelect.tsx';
import { useAddGroupRole } from './groupRoles.ts';

/** A form for a group and its role. `offers`: names of provisioned groups. */
export function GroupRoleForm({ offers }: { offers: readonly string[] }) {
  const element = useFormAction('Add role…', 'admin');
  const add = useAddGroupRole();
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [invalid, setInvalid] = useState(false);
  const list = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (inDemoMode(window)) {
      toast.info('Demo Mode', '"Add role" is not available in demo mode.');
      return;
    }
    const checked = groupName.safeParse(text);
    setInvalid(!checked.success);
    if (checked.success) add.mutate({ group: checked.data, role }, { onSuccess: () => setText('') });
    else toast.error('Add failed', checked.error.issues[0]!.message);
  }

  return (
    <form ref={element} noValidate onSubmit={submit} className="flex gap-2 max-sm:flex-col">
      <TextInput
        aria-label="Group"
        aria-invalid={invalid || undefined}
        placeholder="Name or ID of a group"
        autoComplete="off"
        spellCheck={false}
        value={text}
        list={list}
        onChange={(event) => {
          setText(event.target.value);
          setInvalid(false);
        }}
      />
      <datalist id={list}>
        {offers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <span className="sm:w-40 sm:shrink-0">
        <RoleSelect label="Role" roles={roles} value={role} onValueChange={setRole} />
      </span>
      <span className="flex items-center">
        <Button type="submit" busy={add.isPending}>
          Add role
        </Button>
      </span>
    </form>
  );
}
