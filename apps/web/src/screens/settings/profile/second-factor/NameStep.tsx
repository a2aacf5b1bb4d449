import { limits } from '@scout/contract';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { NewFactorForm } from './NewFactorForm.tsx';
import type { EnrolledFactor } from './VerifyStep.tsx';

interface NameStepProps {
  onEnrolled: (factor: EnrolledFactor) => void;
  onCancel: () => void;
}

/** Names the factor and creates it on the server, which requires the password. */
export function NameStep({ onEnrolled, onCancel }: NameStepProps) {
  return (
    <NewFactorForm
      noun="factor"
      hint="For example, the device with the app."
      nameMax={limits.secondFactor.friendlyNameMax}
      busy="Preparing..."
      add={async (friendly_name, current_password) => {
        const { id, totp, ...named } = await api.authFactorsEnrol({
          factor_type: 'totp',
          friendly_name,
          current_password,
        });
        onEnrolled({ id, friendly_name: named.friendly_name, ...totp });
      }}
      failureOf={messageOf}
      onCancel={onCancel}
    />
  );
}
