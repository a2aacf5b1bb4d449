import type { AgentGroup } from '@scout/contract';
import { Button, Dialog, Field, Select, TextArea, TextInput } from '@scout/ui';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../../../session/current.ts';
import { dayChoices, type FormTexts, settingsOf, textsOf } from './configurationForm.ts';
import { ringWords } from './groupWords.ts';
import { useGroupChange } from './useGroups.ts';

const rings = [
  { value: 'unset', label: 'Not set' },
  { value: 'first', label: ringWords.first },
  { value: 'any', label: ringWords.any },
  { value: 'last', label: ringWords.last },
] as const;

/** Saves the next version of a group's configuration. */
export function ConfigureDialog({ group, onClose }: { group: AgentGroup; onClose: () => void }) {
  const form = useId();
  const [texts, setTexts] = useState(() => textsOf(group.next_settings ?? group.settings));
  const [fault, setFault] = useState<{ field: string; fault: string } | null>(null);
  const save = useGroupChange(api.agentGroupConfigure, {
    done: 'Configuration saved',
    failed: 'Update failed',
  });
  const set = (change: Partial<FormTexts>) => setTexts({ ...texts, ...change });
  const errorOf = (field: string) => (fault?.field === field ? { error: fault.fault } : {});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = settingsOf(texts);
    setFault('fault' in read ? read : null);
    if ('fault' in read) return;
    const based_on = group.versions[0]?.version ?? group.version;
    save.mutate({ group_id: group.group_id, based_on, settings: read.settings }, { onSuccess: onClose });
  };
  const isKnown = dayChoices.some(({ value }) => value === texts.days);
  const days = isKnown ? dayChoices : [...dayChoices, { value: texts.days, label: 'Other days' }];
  return (
    <Dialog
      open
      onOpenChange={(next) => next || save.isPending || onClose()}
      title={`Configure ${group.name}`}
      description="Empty fields leave what each machine’s own file says. No machine gets a saved configuration before you roll it out."
      actions={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field
          label="Sources"
          hint="One a line, such as system: or windows:Security. Files only in folders that the machine permits."
          {...errorOf('sources')}
        >
          <TextArea
            rows={2}
            value={texts.sources}
            onChange={(event) => set({ sources: event.target.value })}
          />
        </Field>
        <Field
          label="Left out"
          hint="Windows event ids, such as 5136, 5137."
          {...errorOf('exclude_event_ids')}
        >
          <TextInput
            autoComplete="off"
            value={texts.excluded}
            onChange={(event) => set({ excluded: event.target.value })}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Events per second" {...errorOf('events_per_second')}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={texts.rate}
              onChange={(event) => set({ rate: event.target.value })}
            />
          </Field>
          <Field label="Upgrades">
            <Select options={rings} value={texts.ring} onValueChange={(ring) => set({ ring })} />
          </Field>
        </div>
        <Field label="Tags" hint="Separated by commas." {...errorOf('tags')}>
          <TextInput
            autoComplete="off"
            value={texts.tags}
            onChange={(event) => set({ tags: event.target.value })}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
          <Field label="Quiet hours for upgrades" {...errorOf('quiet_hours')}>
            <Select options={days} value={texts.days} onValueChange={(chosen) => set({ days: chosen })} />
          </Field>
          <Field label="From">
            <TextInput
              placeholder="08:00"
              value={texts.from}
              onChange={(event) => set({ from: event.target.value })}
            />
          </Field>
          <Field label="To">
            <TextInput
              placeholder="18:00"
              value={texts.to}
              onChange={(event) => set({ to: event.target.value })}
            />
          </Field>
        </div>
        <Field label="Proxy" hint="http://HOST:PORT, https://HOST:PORT or none." {...errorOf('proxy')}>
          <TextInput
            autoComplete="off"
            value={texts.proxy}
            onChange={(event) => set({ proxy: event.target.value })}
          />
        </Field>
      </form>
    </Dialog>
  );
}
