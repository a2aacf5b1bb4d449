import { type AgentGroup, groupName, groupPatterns, limits } from '@scout/contract';
import { Button, Dialog, Field, TextInput } from '@scout/ui';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../../../session/current.ts';
import { useGroupChange } from './useGroups.ts';

interface GroupDialogProps {
  /** The group to change; absent for a new one. */
  group?: AgentGroup;
  onClose: () => void;
  onMade?: (groupId: string) => void;
}

const patternsOf = (text: string): string[] => text.split(/[\s,]+/).filter((pattern) => pattern !== '');

/** Creates a group, or changes its name and the names of its machines. */
export function GroupDialog({ group, onClose, onMade }: GroupDialogProps) {
  const form = useId();
  const [name, setName] = useState(group?.name ?? '');
  const [patterns, setPatterns] = useState(group?.patterns.join(', ') ?? '');
  const change = useGroupChange(
    (input: { name: string; patterns: string[] }) =>
      group === undefined
        ? api.agentGroupCreate(input)
        : api.agentGroupUpdate({ group_id: group.group_id, ...input }),
    { done: group === undefined ? 'Group created' : 'Group changed', failed: 'Update failed' },
  );
  const isNamed = groupName.safeParse(name).success;
  const arePatterns = groupPatterns.safeParse(patternsOf(patterns)).success;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isNamed || !arePatterns) return;
    change.mutate(
      { name, patterns: patternsOf(patterns) },
      {
        onSuccess: ({ group_id }) => {
          onMade?.(group_id);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => next || change.isPending || onClose()}
      title={group === undefined ? 'New group of machines' : `Change ${group.name}`}
      description="A new group changes nothing on its machines until you roll out a configuration."
      actions={
        <>
          <Button onClick={onClose} disabled={change.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={change.isPending}
            disabled={!isNamed || !arePatterns}
          >
            {group === undefined ? 'Create group' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field label="Name" hint="As in Web servers. Installations name it with --group or GROUP.">
          <TextInput
            autoComplete="off"
            maxLength={limits.agentGroup.nameMax}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          label="Names of machines"
          hint="Such as web-*, db-*. Machines with such a host name join automatically."
          {...(!arePatterns && {
            error: `At most ${limits.agentGroup.patterns} names of letters, digits, . - _ and *.`,
          })}
        >
          <TextInput
            autoComplete="off"
            value={patterns}
            onChange={(event) => setPatterns(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
