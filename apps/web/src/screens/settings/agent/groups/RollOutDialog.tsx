import { type AgentGroup, limits } from '@scout/contract';
import { Button, Dialog, Field, SegmentedControl, TextInput } from '@scout/ui';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../../../session/current.ts';
import { machinesInWords } from '../upgrades/upgradeWords.ts';
import { groupSize, suggestedGroupRing } from './groupWords.ts';
import { useGroupChange } from './useGroups.ts';

const ways = [
  { value: 'ring', label: 'A further ring' },
  { value: 'all', label: 'All machines' },
] as const;

/** Gives the next version to a further ring, or to all machines. */
export function RollOutDialog({ group, onClose }: { group: AgentGroup; onClose: () => void }) {
  const form = useId();
  const { group_id, counts } = group;
  const version = group.next_version!;
  const [way, setWay] = useState<(typeof ways)[number]['value']>('ring');
  const [count, setCount] = useState(String(suggestedGroupRing(group)));
  const rollOut = useGroupChange(api.agentGroupRollOut, {
    done: 'Configuration rolled out',
    failed: 'Update failed',
  });
  const machines = Number(count);
  const most = Math.min(Math.max(1, counts.machines), limits.agentGroup.machinesPerCall);
  const isValid = way === 'all' || (Number.isInteger(machines) && machines >= 1 && machines <= most);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    const input = way === 'all' ? { group_id, version, all: true as const } : { group_id, version, machines };
    rollOut.mutate(input, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => next || rollOut.isPending || onClose()}
      title={`Roll out version ${version} of ${group.name}`}
      description={`It has ${group.rings} ${group.rings === 1 ? 'ring' : 'rings'} so far; ${machinesInWords(counts.refused)} refused a configuration. The group has ${groupSize(group)}.`}
      actions={
        <>
          <Button onClick={onClose} disabled={rollOut.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={rollOut.isPending} disabled={!isValid}>
            {way === 'all' ? 'Roll out to all' : 'Roll out'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field label="Machines that get it">
          <div>
            <SegmentedControl segments={ways} value={way} onValueChange={setWay} />
          </div>
        </Field>
        {way === 'ring' && (
          <Field
            label="Machines"
            hint="One machine of each system in turn, the most recently seen first."
            {...(!isValid && { error: `A whole number from 1 to ${most}.` })}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={count}
              onChange={(event) => setCount(event.target.value)}
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
