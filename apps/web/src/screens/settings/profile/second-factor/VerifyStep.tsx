import { limits } from '@scout/contract';
import { Button, Field, TextInput } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { api, session } from '../../../../session/current.ts';
import { toast } from '../../../../shell/toast.tsx';
import { CopyLine } from '../../CopyLine.tsx';
import { QrCode } from './QrCode.tsx';

/** An unverified factor with its secret. */
export interface EnrolledFactor {
  id: string;
  friendly_name: string;
  /** otpauth:// */
  uri: string;
  /** Base32. */
  secret: string;
}

interface VerifyStepProps {
  factor: EnrolledFactor;
  onVerified: (recoveryCodes: readonly string[] | undefined) => void;
  onCancel: () => void;
}

const { digits } = limits.secondFactor;

/** Shows the secret, and verifies a code from the app. */
export function VerifyStep({ factor, onVerified, onCancel }: VerifyStepProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const verify = useMutation({
    mutationFn: async () => {
      const challenge = await api.authFactorsChallenge({ id: factor.id });
      return api.authFactorsVerify({ id: factor.id, challenge_id: challenge.id, code });
    },
    onSuccess: async ({ recovery_codes }) => {
      // The token in memory does not contain the second factor yet.
      await session.restore();
      toast.success('Second factor added', factor.friendly_name);
      onVerified(recovery_codes);
    },
    onError: (error) => {
      setCode('');
      setProblem(messageOf(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === digits) verify.mutate();
    else setProblem(`Enter the ${digits} digits that the app shows`);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 pt-2">
      <QrCode text={factor.uri} label={`QR code for ${factor.friendly_name}`} />
      <CopyLine
        label="Secret"
        value={factor.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        copied={factor.secret}
      />
      <Field label="Code" error={problem}>
        <TextInput
          mono
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={digits}
          value={code}
          onChange={(event) => {
            setCode(event.target.value.replaceAll(/\D/g, ''));
            setProblem(undefined);
          }}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel} disabled={verify.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={verify.isPending}>
          {verify.isPending ? 'Verifying...' : 'Verify'}
        </Button>
      </div>
    </form>
  );
}
