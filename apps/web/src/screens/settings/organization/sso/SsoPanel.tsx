import { ErrorState, Panel, Skeleton } from '@scout/ui';
import { messageOf } from '../../../../api/error.ts';
import { useMay } from '../../../../session/organization.ts';
import { CopyLine } from '../../CopyLine.tsx';
import { ProviderView } from './ProviderView.tsx';
import { SetUpForm } from './SetUpForm.tsx';
import { useSso } from './sso.ts';

/** Single sign-on: what to enter at the provider, and what it is permitted. */
export function SsoPanel() {
  const may = useMay();
  const sso = useSso();
  return (
    <Panel title="Single sign-on" span={12} description="OpenID Connect">
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
        <div className="grid gap-x-8 gap-y-6 pt-1 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-3">
            <p className="text-body text-content-muted">
              Create a web application with client ID and secret at your provider, and enter these addresses
              there.
            </p>
            <CopyLine label="Redirect URI" value={sso.data.redirect_uri} />
            <CopyLine label="Redirect URI after log-out" value={sso.data.post_logout_redirect_uri} />
            <CopyLine label="Back-channel log-out URI" value={sso.data.backchannel_logout_uri} />
          </div>
          {sso.data.connection === null ? (
            may('ssoCreate') ? (
              <SetUpForm />
            ) : (
              <p className="text-body text-content-muted">No provider is set up.</p>
            )
          ) : (
            <ProviderView connection={sso.data.connection} domains={sso.data.domains} />
          )}
        </div>
      )}
    </Panel>
  );
}
