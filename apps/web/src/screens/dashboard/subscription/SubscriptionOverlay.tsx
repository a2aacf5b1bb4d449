import { Button, buttonClass, Dialog } from '@scout/ui';
import { paths } from '../../../paths.ts';

interface SubscriptionOverlayProps {
  company: string;
  open: boolean;
  onContinue: () => void;
  /** Called when closed without an answer, or when early access is opened. */
  onClose: () => void;
}

/** Shown once after a sign-in to an organization without a subscription (spec section 4). */
export function SubscriptionOverlay({ company, open, onContinue, onClose }: SubscriptionOverlayProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`${company} has no active subscription`}
      description="Request early access to watch your own service accounts. Until then, explore demo mode: every dashboard works with generated data."
      actions={
        <>
          <Button onClick={onContinue}>Continue browsing</Button>
          <a href={paths.earlyAccess} onClick={onClose} className={buttonClass({ variant: 'primary' })}>
            Request Early Access
          </a>
        </>
      }
    />
  );
}
