import { errors } from '@scout/contract/errors';
import { Button } from '@scout/ui';
import { useState } from 'react';
import { EnrolDialog } from '../screens/settings/profile/second-factor/EnrolDialog.tsx';
import { RecoveryCodesDialog } from '../screens/settings/profile/second-factor/RecoveryCodesDialog.tsx';
import { PageMessage } from '../shell/PageMessage.tsx';

interface EnrolmentRequiredProps {
  /** From here on the page must stay until `onDone`: it is about to show the recovery codes. */
  onBegin: () => void;
  onDone: () => void;
}

/** Stands in for every page while the organization requires a second factor and the person has none. */
export function EnrolmentRequired({ onBegin, onDone }: EnrolmentRequiredProps) {
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
      <EnrolDialog open={adding} onOpenChange={setAdding} onRecoveryCodes={setCodes} onDone={() => {}} />
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
