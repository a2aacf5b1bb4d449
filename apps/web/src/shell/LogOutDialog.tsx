import { Button, Dialog, Notice } from '@scout/ui';
import { useState } from 'react';
import { messageOf } from '../api/error.ts';
import { session } from '../session/current.ts';

interface LogOutDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opens the page that confirms it, or first that of the identity provider which began the session. */
  onLoggedOut: (continueAt: string | null) => void;
}

/** Confirms and performs the sign-out. */
export function LogOutDialog({ open, onOpenChange, onLoggedOut }: LogOutDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function logOut() {
    setBusy(true);
    setFailure(null);
    try {
      onLoggedOut(await session.signOut());
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Are you sure you want to log out?"
      description="You will be redirected to the landing page."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void logOut()}>
            Log Out
          </Button>
        </>
      }
    >
      {failure !== null && (
        <Notice tone="error" title="You are still logged in">
          {failure} Try again.
        </Notice>
      )}
    </Dialog>
  );
}
