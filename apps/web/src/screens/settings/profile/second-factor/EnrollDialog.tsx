import { Dialog } from '@scout/ui';
import { useState } from 'react';
import { api } from '../../../../session/current.ts';
import { NameStep } from './NameStep.tsx';
import { type EnrolledFactor, VerifyStep } from './VerifyStep.tsx';

interface EnrolDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Recovery codes of the user's first factor, shown once. */
  onRecoveryCodes: (codes: readonly string[]) => void;
  /** The list of factors has changed. */
  onDone: () => void;
}

/** Sets up an authenticator app in two steps: a name, then the QR code and a code from the app. */
export function EnrollDialog({ open, onOpenChange, onRecoveryCodes, onDone }: EnrolDialogProps) {
  const [factor, setFactor] = useState<EnrolledFactor | null>(null);

  const close = (next: boolean) => {
    if (next) return;
    // Removes an unfinished factor; if that fails it stays in the list.
    if (factor !== null)
      void api
        .authFactorsRemove({ id: factor.id })
        .finally(onDone)
        .catch(() => {});
    setFactor(null);
    onOpenChange(false);
  };
  const finish = (codes: readonly string[] | undefined) => {
    setFactor(null);
    onOpenChange(false);
    onDone();
    if (codes !== undefined) onRecoveryCodes(codes);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={factor === null ? 'Add authenticator app' : `Set up ${factor.friendly_name}`}
      description={
        factor === null
          ? 'Any app that makes six-digit codes works. You can add several, one for each device.'
          : 'Scan the code with the app, or type in the secret. Then enter the six digits it shows.'
      }
    >
      {factor === null ? (
        <NameStep onEnrolled={setFactor} onCancel={() => close(false)} />
      ) : (
        <VerifyStep factor={factor} onVerified={finish} onCancel={() => close(false)} />
      )}
    </Dialog>
  );
}
