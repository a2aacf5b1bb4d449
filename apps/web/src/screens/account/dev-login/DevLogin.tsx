import { limits, errors as refusals } from '@scout/contract';
import { Button, Field, Notice, TextInput } from '@scout/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../api/error.ts';
import { paths } from '../../../paths.ts';
import { readClaims } from '../../../session/claims.ts';
import { apiOf, session } from '../../../session/current.ts';
import { titled } from '../../../title.ts';
import { AccountPage } from '../AccountPage.tsx';

export const meta = titled('Dev sign-in');

interface Pasted {
  token: string;
  tenant: string;
}

/** Signs in with a pasted access token, for as long as that lives. In development builds only. */
export default function DevLogin() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Pasted>({ defaultValues: { token: '', tenant: '' } });

  const submit = form.handleSubmit(async ({ token, tenant }) => {
    setFailure(null);
    try {
      await enter(token.trim(), tenant.trim());
      await navigate(paths.dashboard, { replace: true });
    } catch (error) {
      setFailure(messageOf(error));
    }
  });

  return (
    <AccountPage title="Dev sign-in" lead="Takes an access token of the server behind this page.">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Field label="Token">
          <TextInput mono autoComplete="off" {...form.register('token')} />
        </Field>
        <Field label="Tenant" hint="Empty: the tenant of the token.">
          <TextInput mono autoComplete="off" {...form.register('tenant')} />
        </Field>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" variant="primary" size="large" block busy={form.formState.isSubmitting}>
          Sign in
        </Button>
      </form>
    </AccountPage>
  );
}

/** The server says whose token it is, or what is wrong with it: 'Invalid JWT signature', 'JWT expired'. */
async function enter(token: string, tenant: string): Promise<void> {
  const claims = readClaims(token);
  if (claims === null) throw new Error(refusals.malformed_token.message);
  if (tenant !== '' && tenant !== claims.tenantId) throw new Error('The token is for another tenant.');
  const user = await apiOf(token).authUser({});
  const expires_in = limits.session.accessTokenSeconds;
  const expires_at = Math.floor(Date.now() / 1_000) + expires_in;
  session.enter({ session: { access_token: token, token_type: 'bearer', expires_in, expires_at }, user });
}
