import { type AlertRecipient, alertDeliveries, caseSeverities, limits } from '@scout/contract';
import { Button, Dialog, Field, Select, Switch, TextInput } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { useOrganization } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';
import { clockOf, deliveryTitles, minuteOf, severityTitles } from './recipientWords.ts';
import { zonesWith } from './zones.ts';

const { hourlyCapMax } = limits.alerts;
const severities = caseSeverities.map((value) => ({ value, label: severityTitles[value] }));
const deliveries = alertDeliveries.map((value) => ({ value, label: deliveryTitles[value] }));

/** Value of the organization's time zone. */
const OF_ORGANIZATION = 'organization';

interface RecipientDialogProps {
  recipient: AlertRecipient;
  open: boolean;
  onClose: () => void;
}

/** Changes one recipient's mail settings. */
export function RecipientDialog({ recipient, open, onClose }: RecipientDialogProps) {
  const form = useId();
  const client = useQueryClient();
  const { tenant } = useOrganization();
  const [draft, setDraft] = useState(recipient);
  const [isQuiet, setIsQuiet] = useState(recipient.quiet_hours !== null);
  const [from, setFrom] = useState(clockOf(recipient.quiet_hours?.from ?? 22 * 60));
  const [to, setTo] = useState(clockOf(recipient.quiet_hours?.to ?? 6 * 60));
  const [cap, setCap] = useState(String(recipient.hourly_cap));
  const [tried, setTried] = useState(false);
  const change = (next: Partial<AlertRecipient>) => setDraft({ ...draft, ...next });
  const save = useMutation({
    mutationFn: (input: AlertRecipient) => api.alertRecipientsUpdate(input),
    onSuccess: () => {
      toast.success('Settings saved');
      onClose();
    },
    onError: (error) => toast.error('Save failed', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.alertRecipients.key() }),
  });

  const quiet = { from: minuteOf(from), to: minuteOf(to) };
  const hourly = Number(cap);
  const quietError =
    isQuiet && (quiet.from === null || quiet.to === null)
      ? 'Give both times'
      : isQuiet && quiet.from === quiet.to && 'Begin and end at different times';
  const capError =
    !(Number.isInteger(hourly) && hourly >= 1 && hourly <= hourlyCapMax) && `From 1 to ${hourlyCapMax}`;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (quietError || capError) return;
    const hours = quiet.from === null || quiet.to === null ? null : { from: quiet.from, to: quiet.to };
    save.mutate({ ...draft, hourly_cap: hourly, quiet_hours: isQuiet ? hours : null });
  };

  const zones = [
    { value: OF_ORGANIZATION, label: `The organization’s (${tenant.time_zone})` },
    ...zonesWith(draft.time_zone).map((zone) => ({ value: zone, label: zone })),
  ];

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Emails to this recipient"
      description={<span className="wrap-anywhere font-mono">{recipient.email}</span>}
      actions={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form} busy={save.isPending}>
            {save.isPending ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="mt-2 flex flex-col gap-4" onSubmit={submit}>
        <Switch
          label="Send email to this address"
          checked={draft.receives}
          onCheckedChange={(receives) => change({ receives })}
        />
        <Field label="Severity" hint="Cases to email">
          <Select
            options={severities}
            value={draft.min_severity}
            onValueChange={(min_severity) => change({ min_severity })}
          />
        </Field>
        <Field label="Delivery" hint="A daily email is sent at 08:00; critical cases are sent immediately">
          <Select
            options={deliveries}
            value={draft.delivery}
            onValueChange={(delivery) => change({ delivery })}
          />
        </Field>
        <Field label="Time zone" hint="For quiet hours, the daily email and the times in emails">
          <Select
            options={zones}
            value={draft.time_zone ?? OF_ORGANIZATION}
            onValueChange={(zone) => change({ time_zone: zone === OF_ORGANIZATION ? null : zone })}
          />
        </Field>
        <Switch
          label="Quiet hours"
          description="During quiet hours, only critical cases are emailed; the rest follow afterward."
          checked={isQuiet}
          onCheckedChange={setIsQuiet}
        />
        {isQuiet && (
          <div className="grid grid-cols-2 gap-4">
            <Field label="From" error={tried && quietError}>
              <TextInput type="time" value={from} onChange={(event) => setFrom(event.target.value)} />
            </Field>
            <Field label="To">
              <TextInput type="time" value={to} onChange={(event) => setTo(event.target.value)} />
            </Field>
          </div>
        )}
        <Field
          label="Most emails per hour"
          hint="The last email lists the remaining cases"
          error={tried && capError}
        >
          <TextInput
            type="number"
            min={1}
            max={hourlyCapMax}
            value={cap}
            onChange={(event) => setCap(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
