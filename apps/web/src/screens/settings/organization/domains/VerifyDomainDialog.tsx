import { domainOf, limits, type OrganizationDomain } from '@scout/contract';
import { Button, Dialog, Field, TextInput } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { useOrganization } from '../../../../session/organization.ts';
import { toast } from '../../../../shell/toast.tsx';
import { CopyLine } from '../../CopyLine.tsx';
import { useCodeConfirmation, useDnsCheck } from './domains.ts';

interface VerifyDomainDialogProps {
  /** The domain; null when closed. */
  domain: OrganizationDomain | null;
  onClose: () => void;
}

/** The two methods to verify a domain. */
export function VerifyDomainDialog({ domain, onClose }: VerifyDomainDialogProps) {
  const { user } = useOrganization();
  return (
    <Dialog
      open={domain !== null}
      onOpenChange={(open) => open || onClose()}
      title={`Verify ${domain?.domain ?? ''}`}
      description="Add this TXT record to the DNS of the domain, then check it. Keep the record in place."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {domain !== null && (
        <div className="flex flex-col gap-5 pt-2">
          <DnsRecord domain={domain} onVerified={onClose} />
          {domain.state !== 'verified' && domainOf(user.email) === domain.domain && (
            <MailedCode domain={domain.domain} email={user.email} onVerified={onClose} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function DnsRecord({ domain, onVerified }: { domain: OrganizationDomain; onVerified: () => void }) {
  const check = useDnsCheck();
  return (
    <section aria-label="DNS record" className="flex flex-col gap-3">
      <CopyLine label="Name" value={domain.txt_name} />
      <CopyLine label="Value" value={domain.txt_value} />
      <span>
        <Button
          variant="primary"
          busy={check.isPending}
          onClick={() => void check.mutateAsync(domain.domain).then(onVerified, () => {})}
        >
          {check.isPending ? 'Checking...' : 'Check the record'}
        </Button>
      </span>
    </section>
  );
}

interface MailedCodeProps {
  domain: string;
  email: string;
  onVerified: () => void;
}

const digits = limits.user.confirmationCodeDigits;

function MailedCode({ domain, email, onVerified }: MailedCodeProps) {
  const [code, setCode] = useState('');
  const confirm = useCodeConfirmation();
  const send = useMutation({
    mutationFn: () => api.domainsSendCode({ domain }),
    onSuccess: () => toast.success('Code sent', email),
    onError: (error) => toast.error('Email failed', messageOf(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length !== digits) return;
    // Not a callback of mutate, because this form is unmounted once the list shows the domain as verified.
    confirm.mutateAsync({ domain, code }).then(onVerified, () => {});
  };
  return (
    <section aria-label="Code by email" className="flex flex-col gap-3 border-t border-stroke-subtle pt-4">
      <p className="text-body text-content-muted">
        Or prove that you receive email at this domain. A DNS record takes precedence: it takes over a domain
        that someone verified by email.
      </p>
      {send.data === undefined ? (
        <span>
          <Button busy={send.isPending} onClick={() => send.mutate()}>
            {send.isPending ? 'Sending...' : `Email a code to ${email}`}
          </Button>
        </span>
      ) : (
        <form noValidate onSubmit={submit} className="flex items-end gap-2">
          <div className="grow">
            <Field label="Six-digit code">
              <TextInput
                mono
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={digits}
                value={code}
                onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
              />
            </Field>
          </div>
          <Button type="submit" disabled={code.length !== digits} busy={confirm.isPending}>
            {confirm.isPending ? 'Verifying...' : 'Verify'}
          </Button>
        </form>
      )}
    </section>
  );
}
