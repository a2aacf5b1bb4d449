import { limits } from '@scout/contract';
import { Button, Dialog, Field, Notice, Panel, TextInput } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { codeOf, messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { refreshOrganization, useOrganization } from '../../../session/organization.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { toast } from '../../../shell/toast.tsx';

const days = limits.subscription.deletionDelayDays;
const consequence = `After ${days} days its events, cases, settings, agents and audit log are deleted for good. Until then any admin can take it back. The accounts of your people stay: they are theirs.`;
const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

/** Deletion of the organization, for admins: the request, and while it stands, taking it back. */
export function DeletionPanel() {
  const { tenant } = useOrganization();
  const [open, setOpen] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => api.organizationDeletionWithdraw({}),
    onSuccess: () => refreshOrganization(),
    onError: (error) => toast.error('The deletion was not taken back', messageOf(error)),
  });
  const due = tenant.deletion_due_at;
  return (
    <Panel title="Delete organization">
      {due === null ? (
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <p className="max-w-[72ch] text-body text-content-muted">{consequence}</p>
          <ActionButton
            command="Delete organization…"
            access="admin"
            variant="danger"
            onClick={() => setOpen(true)}
          >
            Delete organization
          </ActionButton>
        </div>
      ) : (
        <Notice
          tone="warning"
          title={`${tenant.company_name} will be deleted on ${dates.format(new Date(due))}`}
        >
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
            <p>An admin has requested it. Every admin was mailed.</p>
            <ActionButton
              command="Withdraw the deletion"
              access="admin"
              busy={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              Keep organization
            </ActionButton>
          </div>
        </Notice>
      )}
      <DeletionDialog open={open} onOpenChange={setOpen} company={tenant.company_name} />
    </Panel>
  );
}

interface DeletionDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  company: string;
}

/** Asks for the name of the organization and the password. */
function DeletionDialog({ open, onOpenChange, company }: DeletionDialogProps) {
  const form = useId();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const change = (next: boolean) => {
    setTyped('');
    setPassword('');
    setWrong(undefined);
    onOpenChange(next);
  };
  const request = useMutation({
    mutationFn: () => api.organizationDeletionRequest({ company_name: company, password }),
    onSuccess: async () => {
      await refreshOrganization();
      change(false);
    },
    onError: (error) => {
      if (codeOf(error) === 'wrong_password') setWrong(messageOf(error));
      else toast.error('Delete failed', messageOf(error));
    },
  });
  const isReady = typed === company && password !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) request.mutate();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Delete organization"
      description={consequence}
      actions={
        <>
          <Button onClick={() => change(false)} disabled={request.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="danger" disabled={!isReady} busy={request.isPending}>
            Delete organization
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field label={`Type ${company} to confirm`}>
          <TextInput
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Field label="Password" error={wrong}>
          <TextInput
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setWrong(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
