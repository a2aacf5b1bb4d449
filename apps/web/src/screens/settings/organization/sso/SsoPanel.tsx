import type { SsoProtocol, SsoSettings } from '@scout/contract';
import { ErrorState, Panel, SegmentedControl, Skeleton } from '@scout/ui';
import { useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { useMay } from '../../../../session/organization.ts';
import { CopyLine } from '../../CopyLine.tsx';
import { ProviderView } from './ProviderView.tsx';
import { SamlSetUpForm } from './SamlSetUpForm.tsx';
import { SetUpForm } from './SetUpForm.tsx';
import { useSso } from './sso.ts';

/** Single sign-on: what to enter at the provider, and what it is permitted. */
export function SsoPanel() {
  const sso = useSso();
  return (
    <Panel title="Single sign-on" span={12} description="OpenID Connect or SAML 2.0">
      {sso.isError && sso.data === undefined ? (
        <ErrorState
          title="Single sign-on could not be loaded"
          safe="How people sign in has not changed."
          nextStep="Try again in a moment."
          detail={messageOf(sso.error)}
          onRetry={() => void sso.refetch()}
          retrying={sso.isFetching}
        />
      ) : sso.data === undefined ? (
        <Skeleton shape="table" label="Single sign-on" lines={3} columns={2} />
      ) : (
        <Settings settings={sso.data} />
      )}
    </Panel>
  );
}

const protocols = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML 2.0' },
] as const;

function Settings({ settings }: { settings: SsoSettings }) {
  const may = useMay();
  const [chosen, setChosen] = useState<SsoProtocol>('oidc');
  const { connection, domains } = settings;
  const protocol = connection?.protocol ?? chosen;
  return (
    <div className="grid gap-x-8 gap-y-6 pt-1 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        {connection === null && (
          <span>
            <SegmentedControl
              label="Protocol"
              segments={protocols}
              value={chosen}
              onValueChange={setChosen}
            />
          </span>
        )}
        {protocol === 'oidc' ? <OpenIdAddresses {...settings} /> : <SamlAddresses {...settings} />}
      </div>
      {connection !== null ? (
        <ProviderView connection={connection} domains={domains} />
      ) : !may('ssoCreate') ? (
        <p className="text-body text-content-muted">No provider is set up.</p>
      ) : protocol === 'oidc' ? (
        <SetUpForm />
      ) : (
        <SamlSetUpForm />
      )}
    </div>
  );
}

function OpenIdAddresses({ redirect_uri, post_logout_redirect_uri, backchannel_logout_uri }: SsoSettings) {
  return (
    <>
      <p className="text-body text-content-muted">
        Create a web application with client ID and secret at your provider, and enter these addresses there.
      </p>
      <CopyLine label="Redirect URI" value={redirect_uri} />
      <CopyLine label="Redirect URI after log-out" value={post_logout_redirect_uri} />
      <CopyLine label="Back-channel log-out URI" value={backchannel_logout_uri} />
    </>
  );
}

function SamlAddresses({ connection, entity_id, acs_url }: SsoSettings) {
  return (
    <>
      <p className="text-body text-content-muted">
        Create a SAML application at your provider, and enter these addresses there.
        {connection === null
          ? ' Scout publishes its certificate at the entity ID after the set-up.'
          : ' Scout publishes its certificate at the entity ID.'}
      </p>
      <CopyLine label="Entity ID and metadata" value={entity_id} />
      <CopyLine label="Assertion consumer service" value={acs_url} />
    </>
  );
}
