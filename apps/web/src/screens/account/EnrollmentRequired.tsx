import { errors } from '@scout/contract/errors';
import { Button } from '@scout/ui';
import { useState } from 'react';
import { PageMessage } from '../../shell/pageState.tsx';
import { EnrollDialog } from '../settings/profile/second-factor/EnrollDialog.tsx';
import { RecoveryCodesDialog } from '../settings/profile/second-factor/RecoveryCodesDialog.tsx';

interface EnrollmentRequiredProps {
  /** Must stay mounted from now until `onDone`, because it will show the recovery codes. */
  onBegin: () => void;
  onDone: () => void;
}

/** Replaces every page while the organization requires a second factor and the person has none. */
export function EnrollmentRequired({ onBegin, onDone }: EnrollmentRequiredProps) {
  const [adding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <>
      <PageMessage
        title="Set up a second factor"
        action={
          <Button
            variant="primary"
            onClick={() => {
              onBegin();
              setAdding(true);
            }}
          >
            Add authenticator app
          </Button>
        }
      >
        {errors.second_factor_enrolment_required.message}
      </PageMessage>
      <EnrollDialog open={adding} onOpenChange={setAdding} onRecoveryCodes={setCodes} onDone={() => {}} />
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
