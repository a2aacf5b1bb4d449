import { errors } from '@scout/contract/errors';
import { Button } from '@scout/ui';
import { useState } from 'react';
import { useCanUsePasskeys } from '../../session/useCanUsePasskeys.ts';
import { PageMessage } from '../../shell/pageState.tsx';
import { AddPasskeyDialog } from '../settings/profile/passkeys/AddPasskeyDialog.tsx';
import { EnrollDialog } from '../settings/profile/second-factor/EnrollDialog.tsx';
import { RecoveryCodesDialog } from '../settings/profile/second-factor/RecoveryCodesDialog.tsx';

interface EnrollmentRequiredProps {
  /** Must stay mounted from now until `onDone`, because it will show the recovery codes. */
  onBegin: () => void;
  onDone: () => void;
}

/** Replaces every page while the organization requires a second factor and the person has none. */
export function EnrollmentRequired({ onBegin, onDone }: EnrollmentRequiredProps) {
  const [adding, setAdding] = useState<'app' | 'passkey' | null>(null);
  const canUsePasskeys = useCanUsePasskeys();
  const begin = (kind: 'app' | 'passkey') => {
    onBegin();
    setAdding(kind);
  };
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <>
      <PageMessage
        title="Set up a second factor"
        action={
          <span className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => begin('app')}>
              Add authenticator app
            </Button>
            {canUsePasskeys && <Button onClick={() => begin('passkey')}>Add passkey</Button>}
          </span>
        }
      >
        {errors.second_factor_enrolment_required.message}
      </PageMessage>
      <EnrollDialog
        open={adding === 'app'}
        onOpenChange={() => setAdding(null)}
        onRecoveryCodes={setCodes}
        onDone={() => {}}
      />
      <AddPasskeyDialog
        open={adding === 'passkey'}
        onClose={() => setAdding(null)}
        onRecoveryCodes={setCodes}
        onDone={() => {}}
      />
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          setCodes(null);
          onDone();
        }}
      />
    </>
  );
}
