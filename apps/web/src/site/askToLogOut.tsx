import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { paths } from '../paths.ts';
import { LogOutDialog } from '../shell/LogOutDialog.tsx';

/** Opens the log-out dialog on a public page, whose button is plain HTML, and then returns the focus to the button. */
export function askToLogOut(button: HTMLElement): void {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
    button.focus();
  };
  root.render(<LogOut onClose={close} />);
}

function LogOut({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <LogOutDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) onClose();
      }}
      onLoggedOut={(continueAt) => window.location.assign(continueAt ?? paths.logoutConfirm)}
    />
  );
}
