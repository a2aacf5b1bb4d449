import { limits, newApiToken, type TokenScope, tokenScopeNames } from '@scout/contract';
import { Choices, Field, Notice, Select, TextInput } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { codeOf, messageOf } from '../../../api/error.ts';
import { toast } from '../../../shell/toast.tsx';
import { CopyLine } from '../CopyLine.tsx';
import { PasswordField } from '../PasswordField.tsx';
import { SecretDialog } from '../SecretDialog.tsx';
import type { TokenKind } from './tokenKinds.ts';

const lives = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const;
type Life = (typeof lives)[number]['value'];

const empty = { name: '', scopes: [] as TokenScope[], life: '90' as Life, password: '' };

interface NewApiTokenDialogProps {
  kind: TokenKind;
  open: boolean;
  onClose: () => void;
}

/** Creates a token with the password, and shows it once. */
export function NewApiTokenDialog({ kind, open, onClose }: NewApiTokenDialogProps) {
  const form = useId();
  const client = useQueryClient();
  const [draft, setDraft] = useState(empty);
  const [tried, setTried] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const create = useMutation({
    mutationFn: kind.create,
    // The input has the password, the result the token.
    gcTime: 0,
    onError: (error) => {
      const ofPassword = codeOf(error) === 'wrong_password' || codeOf(error) === 'rate_limited';
      if (ofPassword) setWrong(messageOf(error));
      else toast.error('The token was not created', messageOf(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: kind.key() }),
  });
  const made = create.data;
  const change = (part: Partial<typeof empty>) => setDraft({ ...draft, ...part });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    const { name, scopes, life, password } = draft;
    const input = { name, scopes, expires_in_days: Number(life) };
    if (newApiToken.safeParse(input).success && password !== '') create.mutate({ ...input, password });
  };
  const close = () => {
    create.reset();
    setDraft(empty);
    setTried(false);
    setWrong(undefined);
    onClose();
  };
  return (
    <SecretDialog
      open={open}
      onClose={close}
      title="New API token"
      description={kind.acts}
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
              <CopyLine label="Header of requests" value={`Authorization: Bearer ${made.token}`} />
              <Notice>Treat it like a password. Revoke it here when you no longer need it.</Notice>
            </div>
          ),
        }
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field
          label="Name"
          hint="Purpose, such as Nightly report."
          error={tried && draft.name.trim() === '' && 'Give the token a name'}
        >
          <TextInput
            autoComplete="off"
            maxLength={limits.apiTokens.nameMax}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Choices
          legend="Scopes"
          hint={tried && draft.scopes.length === 0 ? 'Choose at least one.' : 'What the token permits.'}
          options={tokenScopeNames}
          title={(scope) => scope}
          chosen={draft.scopes}
          onChange={(scopes) => change({ scopes })}
          look="grid max-h-44 grid-cols-1 gap-x-4 gap-y-1 overflow-y-auto border border-stroke-subtle p-3 font-mono sm:grid-cols-2"
        />
        <Field label="Expires in">
          <Select options={lives} value={draft.life} onValueChange={(life) => change({ life })} />
        </Field>
        <PasswordField
          value={draft.password}
          error={wrong ?? (tried && draft.password === '' && 'Password is required')}
          onChange={(password) => {
            change({ password });
            setWrong(undefined);
          }}
        />
      </form>
    </SecretDialog>
  );
}
