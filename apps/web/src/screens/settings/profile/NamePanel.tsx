import { firstNameRule, lastNameRule, type Profile } from '@scout/contract';
import { Button, Field, Panel, TextInput } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { profilesQuery, useOrganization } from '../../../session/organization.ts';
import { toast } from '../../../shell/toast.tsx';
import { useFormAction } from '../../../shell/useFormAction.ts';

type Name = Pick<Profile, 'first_name' | 'last_name'>;

/** The person's name; the address cannot be changed. */
export function NamePanel() {
  const { profile, user } = useOrganization();
  const client = useQueryClient();
  const form = useForm<Name>({
    defaultValues: { first_name: profile?.first_name ?? '', last_name: profile?.last_name ?? '' },
  });
  const element = useFormAction('Change your name…', 'signed-in');
  const { errors, isDirty } = form.formState;
  const save = useMutation({
    mutationFn: (name: Name) => api.profilesUpdate(name),
    onSuccess: (saved) => {
      client.setQueryData(profilesQuery().queryKey, [saved]);
      form.reset({ first_name: saved.first_name, last_name: saved.last_name });
      toast.success('Profile updated');
    },
    onError: (error) => toast.error('Update failed', messageOf(error)),
  });

  return (
    <Panel title="Profile" span={6}>
      <form
        ref={element}
        noValidate
        className="flex flex-col gap-4 pt-1"
        onSubmit={(event) => void form.handleSubmit((name) => save.mutate(name))(event)}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" error={errors.first_name?.message}>
            <TextInput
              autoComplete="given-name"
              {...form.register('first_name', { validate: checkedBy(firstNameRule) })}
            />
          </Field>
          <Field label="Last name" error={errors.last_name?.message}>
            <TextInput
              autoComplete="family-name"
              {...form.register('last_name', { validate: checkedBy(lastNameRule) })}
            />
          </Field>
        </div>
        <Field label="Email" hint="The address you sign in with. It cannot be changed.">
          <TextInput type="email" mono readOnly value={user.email} />
        </Field>
        <div>
          <Button type="submit" variant="primary" disabled={!isDirty} busy={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

interface Rule {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly { message: string }[] } };
}

/** A form field validation: the first message of the contract's rule. */
const checkedBy =
  (rule: Rule) =>
  (value: unknown): true | string => {
    const { success, error } = rule.safeParse(value);
    return success || (error?.issues[0]?.message ?? 'This is not valid.');
  };
