import { domainOf, limits, type SsoConnection } from '@scout/contract';
import { Choices, Field, formatAgo, Mono, Notice, Select, Switch } from '@scout/ui';
import { useState } from 'react';
import { useNow } from '../../../../events/clock.ts';
import { api } from '../../../../session/current.ts';
import { useMay } from '../../../../session/organization.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { ConfirmDialog } from '../../agent/ConfirmDialog.tsx';
import { Facts } from '../../Facts.tsx';
import { useMembers } from '../members.ts';
import { ReplaceMetadata } from './ReplaceMetadata.tsx';
import { ReplaceSecret } from './ReplaceSecret.tsx';
import { ssoKey, useSsoChange, useSsoTest } from './sso.ts';

const states = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On, beside passwords' },
  { value: 'required', label: 'Required, instead of passwords' },
] as const;

interface ProviderViewProps {
  connection: SsoConnection;
  /** Verified domains of the organization. */
  domains: readonly string[];
}

/** A provider: its last test, and who signs in by it. */
export function ProviderView({ connection, domains }: ProviderViewProps) {
  const now = useNow();
  const may = useMay();
  const members = useMembers();
  const change = useSsoChange();
  const test = useSsoTest();
  const [removing, setRemoving] = useState<SsoConnection | null>(null);
  const { protocol, issuer, client_id, metadata_url, state, admission, break_glass, tested_at } = connection;
  const admins = (members.data ?? []).filter((member) => member.is_admin && member.status === 'active');
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Facts
        facts={[
          { name: 'Issuer', value: <Mono value={issuer} /> },
          protocol === 'oidc'
            ? { name: 'Client ID', value: <Mono value={client_id} /> }
            : {
                name: 'Metadata',
                value: metadata_url === null ? 'From a file' : <Mono value={metadata_url} />,
              },
          { name: 'Last good test', value: tested_at === null ? 'Never' : formatAgo(tested_at, now) },
          { name: 'For addresses at', value: domains.join(', ') || 'No verified domain' },
          ...(may('ssoUpdate')
            ? []
            : [
                { name: 'Single sign-on', value: states.find(({ value }) => value === state)?.label },
                { name: 'New people', value: admission === 'active' ? 'Join at once' : 'Wait for an admin' },
                { name: 'Break-glass accounts', value: break_glass.join(', ') || 'No account' },
              ]),
        ]}
      />
      <TestResult connection={connection} domains={domains} />
      <div className="flex flex-wrap gap-2.5">
        <ActionButton
          command="Test single sign-on"
          access="admin"
          variant={tested_at === null ? 'primary' : 'secondary'}
          busy={test.isPending}
          onClick={() => test.mutate()}
        >
          Test
        </ActionButton>
        <ActionButton
          command="Remove single sign-on…"
          access="admin"
          variant="danger"
          onClick={() => setRemoving(connection)}
        >
          Remove
        </ActionButton>
      </div>
      {may('ssoUpdate') && (
        <>
          <Field label="Single sign-on">
            <Select
              options={states}
              value={state}
              disabled={tested_at === null || change.isPending}
              onValueChange={(next) => change.mutate({ state: next })}
            />
          </Field>
          <Switch
            label="Let new people join without approval"
            description="People whom your organization does not know join when they first sign in."
            checked={admission === 'active'}
            onCheckedChange={(atOnce) => change.mutate({ admission: atOnce ? 'active' : 'pending' })}
          />
          <Choices
            legend="Break-glass accounts"
            hint="Their passwords work while single sign-on is required. All admins get an email when one is used."
            options={admins.map(({ email }) => email)}
            title={(email) => email}
            chosen={break_glass}
            onChange={(chosen) => change.mutate({ break_glass: chosen.slice(0, limits.sso.breakGlass) })}
            look="grid grid-cols-1 gap-1"
          />
          {protocol === 'oidc' ? <ReplaceSecret /> : <ReplaceMetadata />}
        </>
      )}
      <ConfirmDialog
        subject={removing}
        onClose={() => setRemoving(null)}
        title="Remove single sign-on?"
        description="Sessions that it began end now. Members stay; those without a password set one with “Forgot password?”."
        words={{
          act: 'Remove',
          acting: 'Removing...',
          done: 'Single sign-on removed',
          failed: 'Remove failed',
        }}
        danger
        run={async (removed) => {
          await api.ssoRemove({});
          return removed;
        }}
        nameOf={(removed) => removed.issuer}
        list={ssoKey()}
      />
    </div>
  );
}

/** Result of the last test: what the provider sent, or what is missing. */
function TestResult({ connection: { protocol, test }, domains }: ProviderViewProps) {
  if (test === null) return <Notice>Test it: only what was tested can be turned on.</Notice>;
  const isForeign = test.email !== null && !domains.includes(domainOf(test.email));
  const problems = [
    ...test.problems,
    ...(isForeign ? ['Your organization has not verified the domain of the address that came.'] : []),
  ];
  if (problems.length > 0)
    return (
      <Notice tone="error" title="The last test missed something">
        {problems.join(' ')}
      </Notice>
    );
  return (
    <Notice tone="success" title="The last test had everything">
      {test.email} came, with the {protocol === 'saml' ? 'attributes' : 'claims'} {test.claims.join(', ')}.
    </Notice>
  );
}
