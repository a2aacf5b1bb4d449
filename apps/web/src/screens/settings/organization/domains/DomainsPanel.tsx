import { domainRule, limits, type OrganizationDomain } from '@scout/contract';
import { Badge, Button, EmptyState, ErrorState, Mono, Panel, Skeleton, Switch, TextInput } from '@scout/ui';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { inDemoMode } from '../../../../demo/demoMode.ts';
import { useIsAdmin } from '../../../../session/organization.ts';
import { toast } from '../../../../shell/toast.tsx';
import { useFormAction } from '../../../../shell/useFormAction.ts';
import { RowButton } from '../../RowButton.tsx';
import { useAddDomain, useAdmission, useDomains } from './domains.ts';
import { RemoveDomainDialog } from './RemoveDomainDialog.tsx';
import { VerifyDomainDialog } from './VerifyDomainDialog.tsx';

/** The domains of the organization, whose new users request to join, or join at once if an admin has set this. */
export function DomainsPanel() {
  const isAdmin = useIsAdmin();
  const domains = useDomains();
  const [verifying, setVerifying] = useState<string | null>(null);
  const [removing, setRemoving] = useState<OrganizationDomain | null>(null);
  const rows = domains.data ?? [];
  return (
    <Panel
      title="Domains"
      span={12}
      flush
      description={rows.length > 0 && `${rows.length} of ${limits.domains.most}`}
    >
      {isAdmin && <DomainForm />}
      {domains.isError && domains.data === undefined ? (
        <ErrorState
          title="The domains could not be loaded"
          safe="Who can join has not changed."
          nextStep="Try again in a moment."
          detail={messageOf(domains.error)}
          onRetry={() => void domains.refetch()}
          retrying={domains.isFetching}
        />
      ) : domains.isPending ? (
        <Skeleton shape="table" label="Domains" lines={2} columns={3} />
      ) : rows.length === 0 ? (
        <EmptyState reason="quiet" title="No domain yet">
          People can join by invitation only. Add your company’s domain so that colleagues can ask to join.
        </EmptyState>
      ) : (
        <ul aria-label="Domains" className="border-t border-stroke-subtle">
          {rows.map((domain) => (
            <DomainRow
              key={domain.domain}
              domain={domain}
              onVerify={() => setVerifying(domain.domain)}
              onRemove={() => setRemoving(domain)}
            />
          ))}
        </ul>
      )}
      <VerifyDomainDialog
        domain={rows.find(({ domain }) => domain === verifying) ?? null}
        onClose={() => setVerifying(null)}
      />
      <RemoveDomainDialog domain={removing} onClose={() => setRemoving(null)} />
    </Panel>
  );
}

function DomainForm() {
  const add = useAddDomain();
  const element = useFormAction('Add domain…', 'admin');
  const [text, setText] = useState('');
  const [invalid, setInvalid] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (inDemoMode(window)) {
      toast.info('Demo Mode', '"Add domain" is not available in demo mode.');
      return;
    }
    const checked = domainRule.safeParse(text);
    setInvalid(!checked.success);
    if (!checked.success) {
      toast.error('Invalid domain', checked.error.issues[0]?.message);
      return;
    }
    await add.mutateAsync(checked.data).then(
      () => setText(''),
      () => {},
    );
  }

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex gap-2 px-4 pb-3 max-sm:flex-col"
    >
      <TextInput
        aria-label="New domain"
        aria-invalid={invalid || undefined}
        placeholder="company.example"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setInvalid(false);
        }}
      />
      <span className="flex items-center">
        <Button type="submit" busy={add.isPending}>
          Add domain
        </Button>
      </span>
    </form>
  );
}

interface DomainRowProps {
  domain: OrganizationDomain;
  onVerify: () => void;
  onRemove: () => void;
}

function DomainRow({ domain, onVerify, onRemove }: DomainRowProps) {
  const isAdmin = useIsAdmin();
  const admission = useAdmission();
  const { domain: name, state, method } = domain;
  const shown = admission.isPending ? admission.variables.admission : domain.admission;
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-stroke-subtle px-4 py-2.5 text-body last:border-b-0">
      <span className="flex min-w-0 grow basis-80 flex-col gap-1">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 wrap-anywhere">
            <Mono value={name} />
          </span>
          <Badge tone={state === 'verified' ? 'strong' : 'neutral'}>
            {state === 'verified' ? `Verified by ${method === 'dns' ? 'DNS' : 'email'}` : 'Not verified'}
          </Badge>
        </span>
        <span className="text-label text-content-muted">{effectOf(domain)}</span>
      </span>
      {state === 'verified' && (
        <span className="basis-56">
          <Switch
            label="Let people join without approval"
            checked={shown === 'active'}
            disabled={!isAdmin}
            onCheckedChange={(atOnce) =>
              admission.mutate({ domain: name, admission: atOnce ? 'active' : 'pending' })
            }
          />
        </span>
      )}
      <span className="flex gap-2.5">
        {method !== 'dns' && (
          <RowButton access="admin" label={`Verify ${name}`} onPress={onVerify}>
            Verify
          </RowButton>
        )}
        <RowButton access="admin" label={`Remove ${name}`} onPress={onRemove}>
          Remove
        </RowButton>
      </span>
    </li>
  );
}

/** The effect of the domain on people who sign up. */
function effectOf({ state, method, admission }: OrganizationDomain): string {
  if (state === 'added') return 'Has no effect until it is verified.';
  if (state === 'claimed')
    return 'People at this domain can ask to join. Other organizations can claim it too until you verify it by DNS.';
  const joining =
    admission === 'active'
      ? 'People at this domain join immediately.'
      : 'People at this domain wait for an admin.';
  return method === 'dns' ? joining : `${joining} Another organization’s DNS record would take it over.`;
}
