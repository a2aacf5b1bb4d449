import { type SignUpFields, signUpProblems } from '@scout/contract';
import { errors } from '@scout/contract/errors';
import { Button, Field, Notice, TextInput } from '@scout/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { paths } from '../../../paths.ts';
import { keptInvited } from '../../../session/invitation.ts';
import { EntryLink } from '../EntryPage.tsx';
import { accountExists, signUp, signUpFailure } from './signUp.ts';
import { type CompanyCheck, useCompanyCheck } from './useCompanyCheck.ts';

const empty: SignUpFields = {
  first_name: '',
  last_name: '',
  company_name: '',
  email: '',
  password: '',
  confirm_password: '',
};

/** Validates the form with the same rules as the server; errors by field. */
const resolver: Resolver<SignUpFields> = (values) => {
  const problems = signUpProblems(values);
  if (problems.length === 0) return { values, errors: {} };
  const found = problems.map(({ field, message }) => [field, { type: 'rule', message }] as const);
  return { values: {}, errors: Object.fromEntries(found) };
};

interface SignUpFormProps {
  /** Called once the user exists. */
  onDone: (email: string, needsConfirmation: boolean) => void;
}

/** The sign-up form, with checks while it is filled in. */
export function SignUpForm({ onDone }: SignUpFormProps) {
  const [invited] = useState(() => keptInvited(sessionStorage));
  const form = useForm<SignUpFields>({
    defaultValues: { ...empty, email: invited?.email ?? '', company_name: invited?.organization ?? '' },
    resolver,
    shouldFocusError: false,
  });
  const { errors, isSubmitting: busy } = form.formState;
  const { check, ask, forget, forgetCompany } = useCompanyCheck();
  const [otherCompany, setOtherCompany] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function askAbout() {
    const { email, company_name } = form.getValues();
    // A prefilled name was not entered by the person.
    const companyName = check.joins === null ? company_name : '';
    const answer = await ask({ email, companyName, otherCompany });
    if (answer?.joins) {
      form.setValue('company_name', answer.joins, { shouldValidate: form.formState.isSubmitted });
    }
  }

  const askAtFirst = useEffectEvent(() => {
    if (invited !== null) void askAbout();
  });
  useEffect(() => askAtFirst(), []);

  function emailChanged() {
    if (check.joins !== null) form.setValue('company_name', '');
    setOtherCompany(false);
    forget();
  }

  function nameOtherCompany() {
    setOtherCompany(true);
    forgetCompany();
    form.setValue('company_name', '');
    form.setFocus('company_name');
  }

  const isInvited = invited !== null && check.joins !== null && check.joins === invited.organization;

  const submit = form.handleSubmit(
    async (fields) => {
      setFailure(null);
      try {
        const { needsConfirmation } = await signUp(fields);
        onDone(fields.email.trim().toLowerCase(), needsConfirmation);
      } catch (error) {
        const { field, message } = signUpFailure(error);
        if (field === null) setFailure(message);
        else form.setError(field, { message }, { shouldFocus: true });
      }
    },
    (faults) => {
      const first = (Object.keys(empty) as (keyof SignUpFields)[]).find((field) => field in faults);
      if (first !== undefined) form.setFocus(first);
    },
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      <fieldset disabled={busy} className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label="First name" error={errors.first_name?.message}>
          <TextInput autoComplete="given-name" {...form.register('first_name')} />
        </Field>
        <Field label="Last name" error={errors.last_name?.message}>
          <TextInput autoComplete="family-name" {...form.register('last_name')} />
        </Field>
        <div className="sm:col-span-2">
          <Field
            label="Company name"
            hint={companyHint(check, isInvited)}
            error={companyProblem(check) ?? errors.company_name?.message}
          >
            <TextInput
              autoComplete="organization"
              readOnly={check.joins !== null}
              {...form.register('company_name', {
                onChange: forgetCompany,
                onBlur: () => void askAbout(),
              })}
            />
          </Field>
          {check.joins !== null && check.optional && !isInvited && (
            <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-label text-content-muted">
              Not your company?
              <Button size="small" variant="quiet" onClick={nameOtherCompany}>
                Enter another one
              </Button>
            </p>
          )}
        </div>
        <div className="sm:col-span-2">
          <Field
            label="Email"
            hint="Your company address. We will send a confirmation code there."
            error={check.emailProblem ?? errors.email?.message}
          >
            <TextInput
              type="email"
              autoComplete="username"
              {...form.register('email', { onChange: emailChanged, onBlur: () => void askAbout() })}
            />
          </Field>
        </div>
        <Field label="Password" hint="At least 8 characters." error={errors.password?.message}>
          <TextInput
            type="password"
            autoComplete="new-password"
            {...form.register('password', { deps: 'confirm_password' })}
          />
        </Field>
        <Field label="Confirm password" error={errors.confirm_password?.message}>
          <TextInput
            type="password"
            autoComplete="new-password"
            {...form.register('confirm_password', { deps: 'password' })}
          />
        </Field>
      </fieldset>
      {check.emailProblem === accountExists && (
        <p className="text-body text-content-muted">
          Yours? <EntryLink to={paths.login}>Log in</EntryLink>
        </p>
      )}
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        busy={busy}
        disabled={check.emailProblem !== null}
      >
        {busy ? 'Creating your account...' : 'Create account'}
      </Button>
    </form>
  );
}

/** The hint under the company field about joining or creating it; undefined while unknown. */
function companyHint({ company, joins, admission }: CompanyCheck, isInvited: boolean) {
  if (company === 'join') {
    const name = <strong className="font-medium text-content">{joins}</strong>;
    if (isInvited) return <>You will join {name} after you accept the invitation.</>;
    return admission === 'active' ? (
      <>You will join {name}.</>
    ) : (
      <>You will join {name}. An admin will approve you.</>
    );
  }
  if (company === 'new') {
    return 'A new organization will be created and you will become its admin.';
  }
  return undefined;
}

/** Reason why this company cannot be selected, or undefined. */
function companyProblem({ company }: CompanyCheck): string | undefined {
  return company === 'domain-mismatch' ? errors.domain_mismatch.message : undefined;
}
