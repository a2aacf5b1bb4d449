import { Button, Dialog } from '@scout/ui';
import type { ReactNode } from 'react';

interface SecretDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  /** Id of the form that creates the secret. */
  form: string;
  busy: boolean;
  words: { act: string; acting: string };
  /** The form. */
  children: ReactNode;
  /** Replaces the form once the secret is created; lost when the dialog closes. */
  made?: { title: string; description: string; content: ReactNode } | undefined;
}

/** A form that creates a secret, followed by the secret, shown once. */
export function SecretDialog(props: SecretDialogProps) {
  const { open, onClose, title, description, form, busy, words, children, made } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || busy || onClose()}
      title={made?.title ?? title}
      description={made?.description ?? description}
      actions={
        made ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" form={form} variant="primary" busy={busy}>
              {busy ? words.acting : words.act}
            </Button>
          </>
        )
      }
    >
      {made?.content ?? children}
    </Dialog>
  );
}
