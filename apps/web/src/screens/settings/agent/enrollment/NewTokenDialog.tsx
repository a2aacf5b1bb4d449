import { agentLine, limits, newEnrolment } from '@scout/contract';
import { Field, Notice, Select, TextInput } from '@scout/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { toast } from '../../../../shell/toast.tsx';
import { CopyLine } from '../../CopyLine.tsx';
import { SecretDialog } from '../../SecretDialog.tsx';

interface NewTokenDialogProps {
  open: boolean;
  onClose: () => void;
}

const lives = [
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
  { value: '8760', label: '1 year' },
] as const;
type Life = (typeof lives)[number]['value'];

const { maxUses } = limits.enrolment;

/** The choice of no group: machines join by their names, if at all. */
const noGroup = 'none';

/** Creates a token, and shows it once. */
export function NewTokenDialog({ open, onClose }: NewTokenDialogProps) {
  const form = useId();
  const client = useQueryClient();
  const [label, setLabel] = useState('');
  const [uses, setUses] = useState('100');
  const [life, setLife] = useState<Life>('168');
  const [group, setGroup] = useState(noGroup);
  const [fault, setFault] = useState<string>();
  const groups = useQuery(query.agentGroups.queryOptions({ input: {}, enabled: open })).data ?? [];
  const create = useMutation({
    mutationFn: (input: Parameters<typeof api.enrolmentsCreate>[0]) => api.enrolmentsCreate(input),
    onError: (error) => toast.error('The token was not created', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.enrolments.key() }),
  });
  const made = create.data;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = {
      label,
      max_uses: Number(uses),
      expires_in_hours: Number(life),
      ...(group !== noGroup && { group_id: group }),
    };
    const valid = newEnrolment.safeParse(input).success && uses.trim() !== '';
    setFault(valid ? undefined : `A whole number from 1 to ${maxUses.toLocaleString('en-US')}.`);
    if (valid) create.mutate(input);
  };
  const close = () => {
    create.reset();
    setLabel('');
    setGroup(noGroup);
    setFault(undefined);
    onClose();
  };

  return (
    <SecretDialog
      open={open}
      onClose={close}
      title="New enrollment token"
      description="Machines can enroll with it until it expires, is used up or is revoked."
      form={form}
      busy={create.isPending}
      words={{ act: 'Create token', acting: 'Creating...' }}
      made={
        made && {
          title: 'Copy this token now',
          description: 'It is shown only once. Scout stores only its hash and cannot show it again.',
          content: (
            <div className="flex flex-col gap-3 pt-2">
              <CopyLine label="Token" value={made.token} />
              <CopyLine
                label="Command that starts an agent on Scout’s own machine, in its folder"
                value={agentLine({ server: window.location.origin, token: made.token })}
              />
              <Notice>
                Treat it like a password: anyone with it can enroll a machine in your organization.
              </Notice>
            </div>
          ),
        }
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field label="Label" hint="Purpose, such as Laptops or Frankfurt servers.">
          <TextInput
            autoComplete="off"
            maxLength={limits.enrolment.labelMax}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field label="Machines" error={fault}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={uses}
              onChange={(event) => setUses(event.target.value)}
            />
          </Field>
          <Field label="Expires in">
            <Select options={lives} value={life} onValueChange={setLife} />
          </Field>
        </div>
        {groups.length > 0 && (
          <Field label="Group" hint="Machines that enroll with this token join it.">
            <Select
              options={[
                { value: noGroup, label: 'By name' },
                ...groups.map(({ group_id, name }) => ({ value: group_id, label: name })),
              ]}
              value={group}
              onValueChange={setGroup}
            />
          </Field>
        )}
      </form>
    </SecretDialog>
  );
}
