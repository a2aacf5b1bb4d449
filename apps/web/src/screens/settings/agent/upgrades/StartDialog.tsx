import { type Agent, type AgentUpgrade, limits } from '@scout/contract';
import { isNewer } from '@scout/contract/releases';
import { Button, Dialog, Field, SegmentedControl, TextInput } from '@scout/ui';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../../../session/current.ts';
import { useFleet } from '../fleet/fleet.ts';
import { systemOf } from '../fleet/Measures.tsx';
import { machinesInWords, olderOf, suggestedRing } from './upgradeWords.ts';
import { useUpgradeChange } from './useUpgrade.ts';

interface StartDialogProps {
  upgrade: AgentUpgrade;
  onClose: () => void;
}

const ways = [
  { value: 'share', label: 'A number' },
  { value: 'machines', label: 'Chosen machines' },
] as const;

/** Selects the machines of the first ring, by number or by name. */
export function StartDialog({ upgrade, onClose }: StartDialogProps) {
  const { version, fleet, stage } = upgrade;
  const form = useId();
  const [way, setWay] = useState<(typeof ways)[number]['value']>('share');
  const [count, setCount] = useState(String(suggestedRing(fleet)));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const most = Math.min(olderOf(fleet), limits.agentUpgrade.ringMax);
  const start = useUpgradeChange(api.agentUpgradeStart, {
    done: stage === 'off' ? 'Upgrade started' : 'Machines added',
    failed: 'Update failed',
  });

  const machines = Number(count);
  const isValid =
    way === 'share'
      ? Number.isInteger(machines) && machines >= 1 && machines <= most
      : picked.size > 0 && picked.size <= limits.agentUpgrade.ringMax;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    start.mutate(way === 'share' ? { version, machines } : { version, agent_ids: [...picked] }, {
      onSuccess: onClose,
    });
  };
  const size = way === 'share' ? machines : picked.size;

  return (
    <Dialog
      open
      onOpenChange={(next) => next || start.isPending || onClose()}
      title={stage === 'off' ? `Start the upgrade to ${version}` : 'Add machines to the first ring'}
      description="These machines are offered the release with their next heartbeat. Check their results before you upgrade all."
      actions={
        <>
          <Button onClick={onClose} disabled={start.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={start.isPending} disabled={!isValid}>
            {stage === 'off' ? 'Start' : 'Add'}
            {isValid && ` with ${machinesInWords(size)}`}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field label="First ring">
          <div>
            <SegmentedControl segments={ways} value={way} onValueChange={setWay} />
          </div>
        </Field>
        {way === 'share' ? (
          <Field
            label="Machines"
            hint="Scout picks one machine of each system in turn, the most recently seen first."
            {...(!isValid && { error: `A whole number from 1 to ${most}.` })}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={count}
              onChange={(event) => setCount(event.target.value)}
            />
          </Field>
        ) : (
          <MachinePicker upgrade={upgrade} picked={picked} onPick={setPicked} />
        )}
      </form>
    </Dialog>
  );
}

interface MachinePickerProps {
  upgrade: AgentUpgrade;
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
}

/** Checkboxes for machines that can be upgraded. */
function MachinePicker({ upgrade, picked, onPick }: MachinePickerProps) {
  const agents = useFleet();
  const [text, setText] = useState('');
  const inRing = new Set(upgrade.machines.filter(({ in_ring }) => in_ring).map(({ agent_id }) => agent_id));
  const isOpen = (agent: Agent) =>
    agent.revoked_at === null &&
    !agent.awaiting_approval &&
    agent.latest_version === upgrade.version &&
    isNewer(upgrade.version, agent.version) &&
    !inRing.has(agent.agent_id);
  const wanted = text.trim().toLowerCase();
  const rows = (agents.data ?? []).filter(isOpen).filter(({ host }) => host.toLowerCase().includes(wanted));
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    onPick(next);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1 text-label font-medium text-content-muted">Machines</legend>
      <TextInput
        aria-label="Filter machines by host"
        placeholder="Host"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="max-h-60 overflow-y-auto border border-stroke-subtle">
        {rows.map(({ agent_id, host, platform, version }) => (
          <li key={agent_id} className="border-b border-stroke-subtle last:border-b-0">
            <label className="flex cursor-pointer items-center gap-3 px-3 py-2 hover:bg-surface-3">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent-fill"
                checked={picked.has(agent_id)}
                onChange={() => toggle(agent_id)}
              />
              <span className="min-w-0 grow truncate font-mono text-body">{host}</span>
              <span className="shrink-0 text-label text-content-muted">
                {systemOf(platform)} {version}
              </span>
            </label>
          </li>
        ))}
        {rows.length === 0 && <li className="px-3 py-2 text-body text-content-muted">No machine matches.</li>}
      </ul>
    </fieldset>
  );
}
