import { type AgentGroup, limits } from '@scout/contract';
import { Button, Dialog, TextInput } from '@scout/ui';
import { useState } from 'react';
import { api } from '../../../../session/current.ts';
import { useFleet } from '../fleet/fleet.ts';
import { systemOf } from '../fleet/Measures.tsx';
import { machinesInWords } from '../upgrades/upgradeWords.ts';
import { useGroupChange } from './useGroups.ts';

/** Rows that the list shows; more are found by their host. */
const SHOWN = 200;

/** Puts machines into a group by hand. */
export function MachinesDialog({ group, onClose }: { group: AgentGroup; onClose: () => void }) {
  const agents = useFleet();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const assign = useGroupChange(api.agentGroupAssign, { done: 'Machines added', failed: 'Update failed' });
  const wanted = text.trim().toLowerCase();
  const rows = (agents.data ?? [])
    .filter((agent) => agent.revoked_at === null && agent.group?.group_id !== group.group_id)
    .filter(({ host }) => host.toLowerCase().includes(wanted))
    .slice(0, SHOWN);
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  const isValid = picked.size > 0 && picked.size <= limits.agentGroup.machinesPerCall;
  const { group_id } = group;
  return (
    <Dialog
      open
      onOpenChange={(next) => next || assign.isPending || onClose()}
      title={`Add machines to ${group.name}`}
      description="They leave their present group and get this configuration with their next heartbeat."
      actions={
        <>
          <Button onClick={onClose} disabled={assign.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={assign.isPending}
            disabled={!isValid}
            onClick={() => assign.mutate({ group_id, agent_ids: [...picked] }, { onSuccess: onClose })}
          >
            {isValid ? `Add ${machinesInWords(picked.size)}` : 'Add'}
          </Button>
        </>
      }
    >
      <fieldset className="flex min-w-0 flex-col gap-2 pt-2">
        <legend className="pb-1 text-label font-medium text-content-muted">Machines</legend>
        <TextInput
          aria-label="Filter machines by host"
          placeholder="Host"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <ul className="max-h-60 overflow-y-auto border border-stroke-subtle">
          {rows.map(({ agent_id, host, platform, group: present }) => (
            <li key={agent_id} className="border-b border-stroke-subtle last:border-b-0">
              <label className="flex cursor-pointer items-center gap-3 px-3 py-2 hover:bg-surface-3">
                <input
                  type="checkbox"
                  className="size-4 shrink-0 accent-accent-fill"
                  checked={picked.has(agent_id)}
                  onChange={() => toggle(agent_id)}
                />
                <span className="min-w-0 grow truncate font-mono text-body">{host}</span>
                <span className="max-w-[45%] shrink-0 truncate text-label text-content-muted">
                  {present?.name ?? systemOf(platform)}
                </span>
              </label>
            </li>
          ))}
          {rows.length === 0 && (
            <li className="px-3 py-2 text-body text-content-muted">No machine matches.</li>
          )}
        </ul>
      </fieldset>
    </Dialog>
  );
}
