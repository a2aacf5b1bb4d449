import { limits, newAgentDirectory, newDirectory } from '@scout/contract';
import { Button, Dialog, Field, SegmentedControl, TextArea, TextInput } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';
import { emptySignIn, SignInFields, signInInput } from './SignInFields.tsx';

const readers = [
  { value: 'server', label: 'The server' },
  { value: 'agent', label: 'An agent' },
] as const;

const empty = { name: '', agent: '', url: '', base: '', filter: '', ca: '' };
type Draft = typeof empty;

/** Error message of each field. */
const faultWords = {
  name: 'Give the directory a name',
  agent: 'Give the machine of an approved agent',
  url: 'Give an address such as ldaps://dc1.corp.example:636.',
  bind_name: 'Give the account that signs in',
  password: 'Password is required',
  keytab: `Choose a keytab of at most ${limits.directories.keytabMax / 1024} KiB`,
  kdc: 'Give a host such as dc1.corp.example.',
  base: 'This is too long',
  filter: 'This is too long',
  ca: 'This is too long',
} as const;
type FieldName = keyof typeof faultWords;

/** Adds a directory. Its password or keytab is sent once, and never shown again. */
export function NewDirectoryDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const client = useQueryClient();
  const [draft, setDraft] = useState(empty);
  const [signIn, setSignIn] = useState(emptySignIn);
  const [tried, setTried] = useState(false);
  const [reader, setReader] = useState<(typeof readers)[number]['value']>('server');
  const add = useMutation({
    mutationFn: (input: Parameters<typeof api.directoriesCreate>[0]) => api.directoriesCreate(input),
    // The input has the password or the keytab.
    gcTime: 0,
    onSuccess: () => {
      toast.success(
        'Directory added',
        reader === 'server' ? 'It is read now.' : 'The agent reads it after its next heartbeat.',
      );
      onClose();
    },
    onError: (error) => toast.error('Add failed', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.directories.key() }),
  });
  const { agent, ...ofServer } = draft;
  const input = reader === 'server' ? { ...ofServer, ...signInInput(signIn) } : { name: draft.name, agent };
  const checked = reader === 'server' ? newDirectory.safeParse(input) : newAgentDirectory.safeParse(input);
  const faults = new Set(checked.error?.issues.map(({ path }) => path[0]));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (faults.size === 0) add.mutate(input);
  };
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  });
  const errorOf = (name: FieldName) => tried && faults.has(name) && faultWords[name];
  const { nameMax, urlMax, baseMax, filterMax, caMax } = limits.directories;
  return (
    <Dialog
      open
      onOpenChange={(next) => next || add.isPending || onClose()}
      title="New directory"
      description="Scout signs in to a domain controller and only searches. An account without rights beyond those of every domain user is enough."
      actions={
        <>
          <Button onClick={onClose} disabled={add.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={add.isPending}>
            {add.isPending ? 'Adding...' : 'Add directory'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field label="Read by">
          <div>
            <SegmentedControl segments={readers} value={reader} onValueChange={setReader} />
          </div>
        </Field>
        <Field label="Name" hint="Such as Corp." error={errorOf('name')}>
          <TextInput autoComplete="off" maxLength={nameMax} {...field('name')} />
        </Field>
        {reader === 'agent' ? (
          <Field
            label="Machine"
            hint="The name of a machine with an approved agent. Its agent.json has the address and the sign-in, under the same name: scout-agent directory add."
            error={errorOf('agent')}
          >
            <TextInput
              mono
              autoComplete="off"
              spellCheck={false}
              maxLength={limits.agent.hostMax}
              {...field('agent')}
            />
          </Field>
        ) : (
          <>
            <Field
              label="Domain controller"
              hint="ldaps://dc1.corp.example, or ldap:// to start TLS on port 389."
              error={errorOf('url')}
            >
              <TextInput mono autoComplete="off" spellCheck={false} maxLength={urlMax} {...field('url')} />
            </Field>
            <SignInFields draft={signIn} onChange={setSignIn} errorOf={errorOf} />
            <Field
              label="Certificate authority"
              hint="In PEM format, if the controller’s certificate is from your own authority. Leave empty for public ones."
              error={errorOf('ca')}
            >
              <TextArea
                rows={3}
                spellCheck={false}
                maxLength={caMax}
                placeholder="-----BEGIN CERTIFICATE-----"
                {...field('ca')}
              />
            </Field>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Base" hint="Empty for the whole domain." error={errorOf('base')}>
                <TextInput
                  mono
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={baseMax}
                  {...field('base')}
                />
              </Field>
              <Field label="Filter" hint="Such as (ou=Services)." error={errorOf('filter')}>
                <TextInput
                  mono
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={filterMax}
                  {...field('filter')}
                />
              </Field>
            </div>
          </>
        )}
      </form>
    </Dialog>
  );
}
