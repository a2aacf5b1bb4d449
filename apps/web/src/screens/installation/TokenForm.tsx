import { Button, Field, Notice, TextInput } from '@scout/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf, statusOf } from '../../api/error.ts';
import { EntryPage } from '../account/EntryPage.tsx';
import { type Opened, openStatus } from './useStatus.ts';

/** Asks for the operator token. */
export function TokenForm({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { token: '' } });
  const { errors, isSubmitting: busy } = form.formState;

  const submit = form.handleSubmit(async ({ token }) => {
    setFailure(null);
    try {
      onOpen(await openStatus(token.trim()));
    } catch (error) {
      if (statusOf(error) === 401)
        form.setError('token', { message: 'This is not the operator token of this installation' });
      else setFailure(messageOf(error));
    }
  });

  return (
    <EntryPage
      title="Installation"
      lead="For the operator of this installation: agents, queues, mail, disk and backup of all organizations, with the next step for each problem."
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <fieldset disabled={busy} className="contents">
          <Field
            label="Operator token"
            hint="SCOUT_OPERATOR_TOKEN, or the file operator-token in the data directory. This page does not keep it after you close or reload it."
            error={errors.token?.message}
          >
            <TextInput
              mono
              type="password"
              autoComplete="off"
              {...form.register('token', {
                validate: (text) => text.trim() !== '' || 'The operator token is required',
              })}
            />
          </Field>
        </fieldset>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" variant="primary" size="large" block busy={busy}>
          {busy ? 'Opening...' : 'Open'}
        </Button>
      </form>
    </EntryPage>
  );
}
