import { Button, Dialog, Notice } from '@scout/ui';
import { useState } from 'react';
import { messageOf } from '../api/error.ts';
import { session } from '../session/current.ts';

/** The Log Out button with its question. Leaving the page follows from the session's end. */
export function LogOut() {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function logOut() {
    setBusy(true);
    setFailure(null);
    try {
      await session.signOut();
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Log Out
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Are you sure you want to log out?"
        description="You will be redirected to the landing page."
        actions={
          <>
            <Button onClick={() => setOpen(false)} disabled={busy}>
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
    </>
  );
}
