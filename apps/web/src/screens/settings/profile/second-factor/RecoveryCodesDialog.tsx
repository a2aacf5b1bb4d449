import { Button, Dialog } from '@scout/ui';
import { copyText } from '../../../../shell/copyText.ts';

interface RecoveryCodesDialogProps {
  /** Null without codes to show. */
  codes: readonly string[] | null;
  onClose: () => void;
}

/** Recovery codes, shown only once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      open={codes !== null}
      onOpenChange={(open) => open || onClose()}
      title="Recovery codes"
      description="Each code signs you in once if you lose your authenticator app or passkey. They are shown only now: store them with your passwords."
      actions={
        <>
          <Button onClick={() => void copyText((codes ?? []).join('\n'))}>Copy</Button>
          <Button variant="primary" onClick={onClose}>
            I have saved them
          </Button>
        </>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1 border border-stroke-subtle bg-surface-field px-3 py-2 font-mono text-body"
      >
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
