import { Button, Field, Notice, TextInput } from '@scout/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../api/error.ts';
import { paths } from '../../../paths.ts';
import { apiOf, session } from '../../../session/current.ts';
import { titled } from '../../../title.ts';
import { EntryPage } from '../EntryPage.tsx';
import { sessionOf } from './pastedToken.ts';

export const meta = titled('Dev sign-in');

interface Pasted {
  token: string;
  tenant: string;
}

/** Signs in with a pasted access token, as long as it is valid. In development builds only. */
export default function DevLogin() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Pasted>({ defaultValues: { token: '', tenant: '' } });

  const submit = form.handleSubmit(async ({ token, tenant }) => {
    setFailure(null);
    try {
      const whose = (pasted: string) => apiOf(pasted).authUser({});
      session.enter(await sessionOf(token.trim(), tenant.trim(), whose, Date.now()));
      await navigate(paths.dashboard, { replace: true });
    } catch (error) {
      setFailure(messageOf(error));
    }
  });

  return (
    <EntryPage title="Dev sign-in" lead="Takes an access token of the server behind this page.">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Field label="Token">
          <TextInput mono autoComplete="off" {...form.register('token')} />
        </Field>
        <Field label="Tenant" hint="If empty, the tenant in the token is used.">
          <TextInput mono autoComplete="off" {...form.register('tenant')} />
        </Field>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" variant="primary" size="large" block busy={form.formState.isSubmitting}>
          Sign in
        </Button>
      </form>
    </EntryPage>
  );
}
