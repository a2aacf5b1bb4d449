import { limits, type Retention, retentionDays } from '@scout/contract';
import { Button, Field, Notice, TextInput } from '@scout/ui';
import { type FormEvent, useState } from 'react';
import { inDemoMode } from '../../../../demo/demoMode.ts';
import { toast } from '../../../../shell/toast.tsx';
import { useFormAction } from '../../../../shell/useFormAction.ts';
import { useRetentionChange } from './retentionQueries.ts';

const { daysMin, daysMax, shorteningDelayDays } = limits.retention;
const numbers = new Intl.NumberFormat('en-US');
const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

/** The number of days, and the one that still applies while fewer were chosen. */
export function DaysForm({ retention: { retention_days, until_then } }: { retention: Retention }) {
  const element = useFormAction('Save retention…', 'admin');
  const change = useRetentionChange();
  const [text, setText] = useState(String(retention_days));
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (inDemoMode(window)) {
      toast.info('Demo Mode', '"Save retention" is not available in demo mode.');
      return;
    }
    const checked = retentionDays.safeParse(/^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN);
    const fault = `Enter a whole number from ${numbers.format(daysMin)} to ${numbers.format(daysMax)}.`;
    setProblem(checked.success ? undefined : fault);
    if (checked.success) change.mutate(checked.data);
  }

  return (
    <div className="flex flex-col gap-3">
      <form ref={element} noValidate onSubmit={submit} className="flex items-start gap-2">
        <div className="w-44">
          <Field
            label="Days to keep data"
            hint={`${numbers.format(daysMin)} to ${numbers.format(daysMax)}`}
            error={problem}
          >
            <TextInput
              inputMode="numeric"
              mono
              autoComplete="off"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(undefined);
              }}
            />
          </Field>
        </div>
        <span className="pt-7">
          <Button type="submit" busy={change.isPending} disabled={text.trim() === String(retention_days)}>
            Save
          </Button>
        </span>
      </form>
      {until_then === null ? (
        <p className="max-w-[72ch] text-body text-content-muted">
          Older events and cases are deleted every hour, unless a legal hold keeps them. A shorter period
          takes effect {shorteningDelayDays} days later. The audit log is kept for{' '}
          {numbers.format(limits.retention.auditLogDays)} days.
        </p>
      ) : (
        <Notice
          tone="warning"
          title={`${numbers.format(retention_days)} days apply from ${dates.format(new Date(until_then.at))} on`}
        >
          Older data is deleted then, unless a legal hold keeps it. To continue with{' '}
          {numbers.format(until_then.days)} days, save {numbers.format(until_then.days)} before.
        </Notice>
      )}
    </div>
  );
}
